import { refusal } from "#kernel/errors/index.ts";

export const staleFrontier = refusal({
  status: 409,
  code: "stale_frontier",
  says: "The conversation has moved on since you looked. Read what is new, then send again.",
});
