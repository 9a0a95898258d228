// Addresses the coordinators: one per project for its members, one per contact for a visitor's conversations.
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import type { CoordinatorRpc } from "./rpc.ts";

const coordinatorOf = (env: Pick<Env, "CONVERSATIONS">, name: string): CoordinatorRpc =>
  env.CONVERSATIONS.getByName(name) as unknown as CoordinatorRpc;
export const projectCoordinator = (env: Pick<Env, "CONVERSATIONS">, projectId: ProjectId): CoordinatorRpc =>
  coordinatorOf(env, `project:${projectId}`);
export const contactCoordinator = (env: Pick<Env, "CONVERSATIONS">, projectId: ProjectId, contactId: ContactId): CoordinatorRpc =>
  coordinatorOf(env, `contact:${projectId}:${contactId}`);
