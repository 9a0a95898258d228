// Refusals of proposals.
import { refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const draftChanged = refusal({ status: 409, code: "stale_frontier", message: m.assistant_learning_draft_changed });
