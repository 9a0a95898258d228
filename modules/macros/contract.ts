// Wire contract of macros. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, prose, Revision, Time } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import { m } from "#messages";
import * as v from "valibot";

/** Macros that a project shares, and that one member has. */
export const MAX_SHARED = 100;
export const MAX_OWN = 50;
export const MAX_TITLE = 100;
export const MAX_TEXT = 5000;
export const MAX_STEPS = 10;

const MacroIdField = idOf("macro");
const MacroRunIdField = idOf("macroRun");

/** One thing that a macro does: an action as for bulk actions, with its value as it is kept (`status` with `hours`, `assign` with `me`). */
export const Step = v.strictObject({ action: v.pipe(v.string(), v.regex(/^[a-z]{1,40}$/)), value: v.unknown() });
export type Step = v.InferOutput<typeof Step>;

const fields = {
  title: line(MAX_TITLE),
  /** Markdown with variables, as in canned replies; it is put into the composer, never sent by itself. */
  text: prose(MAX_TEXT, 0),
  /** What the text is written as. */
  kind: v.picklist(["reply", "note"]),
  /** In the order in which they are done. */
  steps: v.array(Step),
};
export const MacroFields = v.pipe(
  v.strictObject({
    ...fields,
    steps: v.pipe(
      fields.steps,
      v.maxLength(MAX_STEPS, () => m.macros_too_many_steps({ max: MAX_STEPS })),
    ),
  }),
  v.forward(
    v.check(({ text, steps }) => text.trim() !== "" || steps.length > 0, m.macros_nothing),
    ["steps"],
  ),
);
export type MacroFields = v.InferOutput<typeof MacroFields>;

export const Macro = v.object({
  ...fields,
  id: MacroIdField,
  /** Whether the whole project has it; else it is the caller's own. */
  shared: v.boolean(),
  version: v.number(),
  /** How often it was applied. */
  uses: v.number(),
  usedAt: v.nullable(Time),
});
export type Macro = v.InferOutput<typeof Macro>;

/**
 * What a step does to a conversation, or did: `changes` it, `same` (it is so already), `later` (with the reply, because the macro writes one),
 * `stale` (something came in that the member had not seen), `impossible` (what it names is gone, or the conversation may not be changed so).
 */
const Outcome = v.picklist(["changes", "same", "later", "stale", "impossible"]);
const Done1 = v.object({ ...Step.entries, outcome: Outcome });
export type StepOutcome = v.InferOutput<typeof Done1>;

const inProject = { projectId: idOf("project") };
const ofMacro = { ...inProject, macroId: MacroIdField };
const onConversation = { ...ofMacro, conversationId: ConversationIdField };
const PATH = "/api/dashboard/projects/:projectId/macros" as const;
const APPLIED = "/api/dashboard/projects/:projectId/conversations/:conversationId/macros/:macroId" as const;
const one = v.object({ macro: Macro });

/** The shared macros and the caller's own, by title. */
export const listMacros = route({
  name: "listMacros",
  method: "GET",
  path: PATH,
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(Macro) }),
});
/** 400 for an action or value that there is not, 403 for operators if it is to be shared, 409 `conflict` for what is of another project. */
export const createMacro = route({
  name: "createMacro",
  method: "POST",
  path: PATH,
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, shared: v.boolean(), macro: MacroFields }),
  reply: one,
  status: 201,
  errors: ["conflict", "forbidden"],
});
/** `version`: of the macro that was edited; 409 `conflict` if it was changed since. A shared one needs an owner or admin. */
export const changeMacro = route({
  name: "changeMacro",
  method: "PUT",
  path: `${PATH}/:macroId`,
  who: "member",
  params: ofMacro,
  body: v.strictObject({ version: v.number(), macro: MacroFields }),
  reply: one,
  errors: ["conflict", "forbidden"],
});
/** It can be restored for a day. */
export const deleteMacro = route({
  name: "deleteMacro",
  method: "DELETE",
  path: `${PATH}/:macroId`,
  who: "member",
  params: ofMacro,
  reply: Done,
  errors: ["forbidden"],
});
export const restoreMacro = route({
  name: "restoreMacro",
  method: "POST",
  path: `${PATH}/:macroId/restore`,
  who: "member",
  params: ofMacro,
  body: v.strictObject({}),
  reply: one,
  errors: ["conflict", "forbidden"],
});
/** What the macro would do to the conversation as it is now. Changes nothing. */
export const previewMacro = route({
  name: "previewMacro",
  method: "GET",
  path: APPLIED,
  who: "member",
  params: onConversation,
  reply: v.object({ macro: Macro, steps: v.array(Done1) }),
});
/**
 * Does what the macro says, step by step; each step that changes something is an event of the conversation. `version`: of the macro that was
 * previewed, 409 `conflict` if it was changed since. `frontier`: the last revision that the member has seen. The text is not sent: the member
 * does that. A repetition with the same clientId changes nothing twice.
 */
export const applyMacro = route({
  name: "applyMacro",
  method: "POST",
  path: APPLIED,
  who: "member",
  params: onConversation,
  body: v.strictObject({ clientId: ClientId, version: v.number(), frontier: Revision }),
  reply: v.object({
    runId: MacroRunIdField,
    steps: v.array(Done1),
    /** The events that it made, each with the conversation after it. */
    events: v.array(v.object({ event: ConversationEvent, conversation: ConversationSummary })),
  }),
  status: 201,
  errors: ["conflict"],
});
/** Takes back what a macro did, except where somebody has changed the same since (`kept`). For a day; only whoever applied it can. */
export const undoMacro = route({
  name: "undoMacro",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/macro-runs/:macroRunId/undo",
  who: "member",
  params: { ...inProject, macroRunId: MacroRunIdField },
  body: v.strictObject({}),
  reply: v.object({
    undone: v.number(),
    kept: v.number(),
    events: v.array(v.object({ event: ConversationEvent, conversation: ConversationSummary })),
  }),
});
export const macrosPath = (projectId: string): string => `/projects/${projectId}/settings/macros`;
