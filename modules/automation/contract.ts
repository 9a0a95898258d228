// Wire contract of automation rules. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, prose, Time } from "#kernel/wire/values.ts";
import { Conditions, ConversationIdField } from "#modules/conversations/contract";
import { m } from "#messages";
import * as v from "valibot";

export * from "./contract/rule-actions.ts";

/** Rules of a project. */
export const MAX_RULES = 50;
export const MAX_NAME = 80;
export const MAX_STEPS = 10;
export const MAX_WORDS = 20;
export const MAX_WORD = 60;
export const MAX_NOTE = 2000;
export const MAX_MINUTES = 60 * 24 * 30;
/** Things that happened in one conversation within an hour for which rules change something; further runs are held, and the log says so. */
export const MAX_CHANGES_AN_HOUR = 60;
/** Replies that rules send to one contact in a day, in all of their conversations. */
export const MAX_REPLIES_OF_CONTACT_A_DAY = 10;
/** Conversations of each status that a dry run looks at: those with the newest activity. */
export const TRIED = 200;
/** Conversations that a dry run lists. */
export const TRIED_SHOWN = 50;

/**
 * What a rule waits for. `created`: a conversation begins; `customer_message`; `team_message`: a reply of a person; `status_changed`;
 * `assigned`; `waiting`: a customer has waited so many minutes; `target_near`, `target_missed`: of response times; `rated`: by the customer;
 * `handed_over`: by the assistant; `assistant_outcome`: a round of the assistant ends as the rule says.
 */
export const TRIGGERS = [
  "created",
  "customer_message",
  "team_message",
  "status_changed",
  "assigned",
  "waiting",
  "target_near",
  "target_missed",
  "rated",
  "handed_over",
  "assistant_outcome",
] as const;
export const Trigger = v.picklist(TRIGGERS);
export type Trigger = v.InferOutput<typeof Trigger>;
/** Triggers that come with a message, whose words a rule can ask for. */
export const WITH_WORDS: readonly Trigger[] = ["created", "customer_message", "team_message"];

/**
 * How a round of the assistant ends: `answered`; `asked_back`, also with a greeting; `declined`: it is not for the assistant to answer;
 * `handed_over` to people, also by a wish of the customer or because a model failed.
 */
export const ASSISTANT_OUTCOMES = ["answered", "asked_back", "declined", "handed_over"] as const;
export type AssistantOutcome = (typeof ASSISTANT_OUTCOMES)[number];

const AutomationRuleIdField = idOf("automationRule");
const Step = v.strictObject({ action: v.pipe(v.string(), v.regex(/^[a-z]{1,40}$/)), value: v.unknown() });

const fields = {
  name: line(MAX_NAME),
  enabled: v.boolean(),
  trigger: Trigger,
  /** Of `waiting`, whole minutes; null for every other trigger. */
  minutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MINUTES))),
  /** Of `assistant_outcome`, one or more; empty for every other trigger. */
  outcomes: v.optional(v.pipe(v.array(v.picklist(ASSISTANT_OUTCOMES)), v.maxLength(ASSISTANT_OUTCOMES.length)), []),
  /** Words or phrases of which the message has to contain one, whatever their case; empty for any message. */
  words: v.pipe(v.array(line(MAX_WORD)), v.maxLength(MAX_WORDS)),
  /** All of them have to be met when the rule is looked at. */
  conditions: Conditions,
  /**
   * What it does, in order: actions as for macros, without `me`, and those of rules alone: `reply` with `text`, `notify` with `assignee`,
   * `members` and `teams`, `webhook` with `webhookId`.
   */
  steps: v.pipe(
    v.array(Step),
    v.maxLength(MAX_STEPS, () => m.automation_too_many_steps({ max: MAX_STEPS })),
  ),
  /** Added to the conversation as a note; empty for none. */
  note: prose(MAX_NOTE, 0),
};
export const RuleFields = v.pipe(
  v.strictObject(fields),
  v.forward(
    v.check(({ trigger, minutes }) => (trigger === "waiting") === (minutes !== null), m.automation_minutes_of_waiting),
    ["minutes"],
  ),
  v.forward(
    v.check(({ trigger, outcomes }) => (trigger === "assistant_outcome") === outcomes.length > 0, m.automation_outcomes_of_assistant),
    ["outcomes"],
  ),
  v.forward(
    v.check(({ trigger, words }) => words.length === 0 || WITH_WORDS.includes(trigger), m.automation_words_of_message),
    ["words"],
  ),
  v.forward(
    v.check(({ steps, note }) => steps.length > 0 || note.trim() !== "", m.automation_nothing),
    ["steps"],
  ),
);
export type RuleFields = v.InferOutput<typeof RuleFields>;

export const AutomationRule = v.object({
  ...fields,
  id: AutomationRuleIdField,
  revision: v.number(),
  /** How often it ran. */
  runs: v.number(),
  lastRunAt: v.nullable(Time),
});
export type AutomationRule = v.InferOutput<typeof AutomationRule>;

/**
 * What became of an action: `changes`, `same` (it was so already), `stale` (it changes all the time), `impossible` (what it names is gone, or
 * may not be chosen), `automatic` (left out, because the message was written by a program), `held` (a reply that was not sent, because one was
 * sent automatically not long before), `not_sent` (a reply that was not sent, because the customer may not be written to by a program).
 */
const Outcome = v.picklist(["changes", "same", "stale", "impossible", "automatic", "held", "not_sent"]);
export type Outcome = v.InferOutput<typeof Outcome>;
const StepOutcome = v.object({ ...Step.entries, outcome: Outcome });
export const AutomationRun = v.object({
  id: idOf("automationRun"),
  ruleId: AutomationRuleIdField,
  /** As it was then. */
  ruleName: v.string(),
  conversationId: ConversationIdField,
  trigger: Trigger,
  state: v.picklist(["running", "done", "held"]),
  steps: v.array(StepOutcome),
  /** Of its note; null without one. */
  note: v.nullable(Outcome),
  at: Time,
});
export type AutomationRun = v.InferOutput<typeof AutomationRun>;

const inProject = { projectId: idOf("project") };
const ofRule = { ...inProject, automationRuleId: AutomationRuleIdField };
const PATH = "/api/dashboard/projects/:projectId/automation-rules" as const;
const MANAGED = "/api/management/projects/:projectId/automation-rules" as const;
const one = v.object({ rule: AutomationRule });

/** The rules, in the order in which they are looked at. */
export const listAutomationRules = route({
  name: "listAutomationRules",
  method: "GET",
  path: PATH,
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(AutomationRule) }),
});
/** Adds a rule at the end. 400 for what there is not, 409 `conflict` for what is of another project and for too many. */
export const createAutomationRule = route({
  name: "createAutomationRule",
  method: "POST",
  path: MANAGED,
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, rule: RuleFields }),
  reply: one,
  status: 201,
  errors: ["conflict"],
});
/** `revision`: of the rule that was edited; 409 `conflict` if it was changed since. */
export const changeAutomationRule = route({
  name: "changeAutomationRule",
  method: "PUT",
  path: `${MANAGED}/:automationRuleId`,
  who: "admin",
  params: ofRule,
  body: v.strictObject({ revision: v.number(), rule: RuleFields }),
  reply: one,
  errors: ["conflict"],
});
/** For good; what it did stays in its log. */
export const deleteAutomationRule = route({
  name: "deleteAutomationRule",
  method: "DELETE",
  path: `${MANAGED}/:automationRuleId`,
  who: "admin",
  params: ofRule,
  reply: Done,
});
/** Puts the rules in this order. 409 `conflict` if these are not all of them any more. */
export const orderAutomationRules = route({
  name: "orderAutomationRules",
  method: "POST",
  path: `${MANAGED}/order`,
  who: "admin",
  params: inProject,
  body: v.strictObject({ ids: v.pipe(v.array(AutomationRuleIdField), v.maxLength(MAX_RULES)) }),
  reply: v.object({ items: v.array(AutomationRule) }),
  errors: ["conflict"],
});
/**
 * The conversations that meet the rule's conditions and words now, among those with the newest activity of each status, and whether the rule
 * would change them. Changes nothing. What has to happen first (its trigger) is not looked at.
 */
export const tryAutomationRule = route({
  name: "tryAutomationRule",
  method: "POST",
  path: `${MANAGED}/try`,
  who: "admin",
  params: inProject,
  body: v.strictObject({ rule: RuleFields }),
  reply: v.object({
    lookedAt: v.number(),
    met: v.number(),
    items: v.array(
      v.object({
        conversationId: ConversationIdField,
        contactName: v.nullable(v.string()),
        preview: v.string(),
        lastActivityAt: Time,
        steps: v.array(StepOutcome),
      }),
    ),
  }),
  errors: ["conflict"],
});
/** What rules did, newest first; of one rule with `rule`. For 30 days. */
export const listAutomationRuns = route({
  name: "listAutomationRuns",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/automation-runs",
  who: "member",
  params: inProject,
  query: v.strictObject({ rule: v.optional(AutomationRuleIdField), cursor: v.optional(v.pipe(v.string(), v.maxLength(60))) }),
  reply: v.object({ items: v.array(AutomationRun), next: v.nullable(v.string()) }),
});
export const automationPath = (projectId: string): string => `/projects/${projectId}/settings/automation`;
