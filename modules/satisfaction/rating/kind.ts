// The event of a rating in the thread, and the field that shows it in the inbox.
import type * as v from "valibot";
import { defineEventKind, defineRowField, defineViewCondition } from "#modules/conversations";
import { RatingChange, SATISFACTION, SCORES } from "../contract.ts";
import { scoreOf } from "../queries.ts";

const values = SCORES.map(String);
export const ratingField = defineRowField({ name: SATISFACTION, expression: scoreOf, values });
export const ratingCondition = defineViewCondition({ name: SATISFACTION, expression: scoreOf, values });

/** For the team alone; it neither reopens the conversation nor lifts it. */
export const ratingKind = defineEventKind<v.InferOutput<typeof RatingChange>>({
  name: SATISFACTION,
  payload: RatingChange,
  audience: () => "team",
  change: () => ({ activity: false }),
});
