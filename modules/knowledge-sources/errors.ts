import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const sameClientId = (): Refusal => conflict(m.knowledge_sources_same_client_id());
