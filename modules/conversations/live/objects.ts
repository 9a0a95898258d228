// Addresses the coordinators: one per project for its members, one per contact for a visitor's conversations.
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import type { CoordinatorRpc } from "./rpc.ts";

const object = (env: Pick<Env, "CONVERSATIONS">, name: string): CoordinatorRpc =>
  env.CONVERSATIONS.getByName(name) as unknown as CoordinatorRpc;
export const projectObject = (env: Pick<Env, "CONVERSATIONS">, projectId: ProjectId): CoordinatorRpc => object(env, `project:${projectId}`);
export const contactObject = (env: Pick<Env, "CONVERSATIONS">, projectId: ProjectId, contactId: ContactId): CoordinatorRpc =>
  object(env, `contact:${projectId}:${contactId}`);
