// A question that the assistant could not answer and that no person answered within a day becomes an unanswered question of the help center's
// insights. What a person answered becomes a proposal instead.
import { days } from "#kernel/clock/index.ts";
import { listen } from "#kernel/events/index.ts";
import { idOf } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readTrace } from "#modules/assistant";
import { isUnanswered, leftUnanswered, readOutcome } from "#modules/assistant-outcomes";
import { ConversationIdField } from "#modules/conversations/contract";
import { recordGap } from "#modules/help-insights";
import * as v from "valibot";
import { personOf, placeOf } from "./propose.ts";
import { type Place, readCustomer, readSaid } from "./queries.ts";
import { withoutPerson } from "./rules.ts";

const gapJob = job("assistant_learning.gap", v.object({ projectId: idOf("project"), conversationId: ConversationIdField }));
export const gapHandler = handle(gapJob, (ctx, place) => noteGap(ctx, place));
export const unansweredListener = listen(leftUnanswered, {
  name: "assistant_learning.unanswered",
  wants: () => true,
  delay: days(1),
  job: gapJob,
  payloadOf: placeOf,
});

async function noteGap(ctx: Ctx, place: Place): Promise<void> {
  const [outcome, customer, said] = await ctx.db.read(readOutcome(place), readCustomer(place), readSaid(place));
  if (!outcome || !isUnanswered(outcome) || !customer) return;
  if (said.some(({ byTeam, at }) => byTeam && at >= outcome.beganAt)) return;
  // What the assistant was asked; people may have written "Hello?" since.
  const [trace] = outcome.roundId === null ? [undefined] : await ctx.db.read(readTrace(place.projectId, outcome.roundId));
  const asked = trace?.question ?? said.findLast(({ byTeam, text }) => !byTeam && text.trim() !== "")?.text ?? "";
  await recordGap(ctx, {
    projectId: place.projectId,
    conversationId: place.conversationId,
    contactId: customer.id,
    question: withoutPerson(asked, personOf(customer, said)),
    locale: outcome.locale || "en",
    from: "assistant",
  });
}
