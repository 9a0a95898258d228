// How far rule, judge and people agree, and the answers on which they don't.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, Done, page, prose, Time } from "#kernel/wire/values.ts";
import { EvaluationItem } from "#modules/evaluation/contract";
import * as v from "valibot";
import { MAX_COMMENT, VERDICTS } from "./people.ts";

const ofRun = { projectId: idOf("project"), endedRunId: idOf("evaluationRun") };
/** Who grades: the rule, the judge (by its newest judgement of each answer), or a person by name. */
export const Rater = v.object({ kind: v.picklist(["rule", "judge", "person"]), name: v.nullable(v.string()) });
export type Rater = v.InferOutput<typeof Rater>;
/** Why there is no kappa: no answer has both grades, or one of both gave the same grade everywhere. */
export const NO_KAPPA = ["nothing_in_common", "no_variance"] as const;
export const Agreement = v.object({
  between: v.tuple([Rater, Rater]),
  /** Answers that both graded, and on how many they agree. */
  asked: v.number(),
  agreed: v.number(),
  /** Cohen's kappa with its 95 % interval; null with the reason. */
  kappa: v.nullable(v.object({ kappa: v.number(), low: v.number(), high: v.number() })),
  reason: v.nullable(v.picklist(NO_KAPPA)),
});
export type Agreement = v.InferOutput<typeof Agreement>;
/** Each two raters of a run. Nothing while only the rule has graded. */
export const readAgreement = route({
  name: "readAgreement",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:endedRunId/agreement",
  who: "member",
  params: ofRun,
  reply: v.object({
    raters: v.array(v.object({ ...Rater.entries, graded: v.number(), passed: v.number() })),
    pairs: v.array(Agreement),
    /** At most 100 are counted. */
    undecided: v.number(),
  }),
});
export const Disagreement = v.object({
  item: EvaluationItem,
  judge: v.nullable(v.picklist(VERDICTS)),
  people: v.array(v.object({ name: v.nullable(v.string()), verdict: v.picklist(VERDICTS), comment: v.string() })),
  /** What a person decided; null while it is open. */
  decision: v.nullable(v.object({ verdict: v.picklist(VERDICTS), comment: v.string(), by: v.nullable(v.string()), at: Time })),
});
export type Disagreement = v.InferOutput<typeof Disagreement>;
/** Answers on which rule, judge and people differ: those that are open, or those that a person has decided. */
export const listDisagreements = route({
  name: "listDisagreements",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:endedRunId/disagreements",
  who: "member",
  params: ofRun,
  query: v.object({ state: v.picklist(["open", "decided"]), cursor: v.optional(Cursor) }),
  reply: page(Disagreement),
});
/** Decides an answer on which they differ, or decides otherwise. 409 `conflict` if they don't differ. Repeating it is safe. */
export const decideDisagreement = route({
  name: "decideDisagreement",
  method: "PUT",
  path: "/api/management/projects/:projectId/evaluation-runs/:endedRunId/disagreements/:setQuestionId",
  who: "admin",
  params: { ...ofRun, setQuestionId: idOf("setQuestion") },
  body: v.strictObject({ verdict: v.picklist(VERDICTS), comment: prose(MAX_COMMENT, 0) }),
  reply: Done,
  errors: ["conflict"],
});
