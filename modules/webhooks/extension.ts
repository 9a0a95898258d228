// The extension point of deliveries that tell of something else than an event of a conversation.
import type { ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { EventType } from "./contract.ts";

/** What is sent of a subject. */
export interface ToldSubject {
  /** ISO time of what happened. */
  readonly timestamp: string;
  /** Beside the project's id. */
  readonly data: Readonly<Record<string, unknown>>;
}
export interface DeliverySubject {
  readonly types: readonly EventType[];
  /** What is sent now of the subjects, by their ids; without those that are not there any more. */
  read(ctx: Pick<Ctx, "db" | "registry">, projectId: ProjectId, subjects: readonly string[]): Promise<ReadonlyMap<string, ToldSubject>>;
}
export const deliverySubjects = extensionPoint<DeliverySubject>("deliverySubjects");
