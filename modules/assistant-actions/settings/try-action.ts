// The test console: runs an action with inputs typed by hand, and shows the request, the answer, and what could be told of it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AssistantActionId, newId } from "#kernel/ids/index.ts";
import { belowLimits, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { textOf } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { type ContactValues, contactFieldsOf } from "../calls/build-request.ts";
import { callAction, type Called } from "../calls/call-action.ts";
import { jsonOf } from "../calls/judge-answer.ts";
import { masked } from "../calls/read-answer.ts";
import type { Trial } from "../contract.ts";
import { readInputs } from "../definition/inputs.ts";
import type { InputValue } from "../contract/schema.ts";
import { readStoredAction } from "../queries.ts";
import { readRunBy, writeRun, writeRunEnd } from "../run-queries.ts";

interface Given {
  readonly clientId: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  readonly contact: { readonly id: string; readonly email: string; readonly externalId: string };
  readonly confirmed: boolean;
}
const TRIALS_HOUR = 60;
/** Characters of an answer that are shown. */
const SHOWN = 8000;

export async function tryAction(ctx: RequestCtx<MemberPrincipal>, id: AssistantActionId, given: Given): Promise<{ trial: Trial }> {
  const { projectId } = ctx.caller;
  const [action] = await ctx.db.read(readStoredAction(projectId, id));
  if (!action) throw notFound();
  const inputs = readInputs(action.definition, given.inputs);
  const contact = contactOf(given.contact);
  const missing = contactFieldsOf(action.definition)
    .filter((field) => contact[field] === undefined)
    .map((field) => ({ path: FIELD_OF[field], message: m.assistant_actions_trial_contact() }));
  const issues = [
    ...(Array.isArray(inputs) ? inputs : []),
    ...missing,
    ...(action.definition.kind === "changes" && !given.confirmed
      ? [{ path: "confirmed", message: m.assistant_actions_trial_confirm() }]
      : []),
  ];
  if (Array.isArray(inputs) || issues.length > 0) throw invalidRequest(issues);

  const now = ctx.clock.now();
  const runId = newId("actionRun", now);
  const cause = `console:${given.clientId}`;
  const limit = customCounter("actionTrialsPerProjectHour", projectId, now, hours(1), TRIALS_HOUR);
  const { name, kind } = action.definition;
  const [run] = await ctx.db.commitAndRead(
    [
      writeRun(
        { id: runId, projectId, actionId: id, actionName: name, kind, asker: undefined, startedBy: "console", cause, inputs, now },
        belowLimits([limit]),
      ),
      writeCounters([limit], sql`changes() > 0`),
    ],
    readRunBy(projectId, cause),
  );
  if (!run) throw limitRefusal(limit, now);
  if (run.id !== runId) throw conflict(m.assistant_actions_trial_repeated());
  const called = await callAction(ctx, action, inputs, contact, kind === "changes" ? runId : undefined);
  await ctx.db.commit([writeRunEnd(projectId, runId, called.judged, called.took, ctx.clock.now())]);
  return { trial: toTrial(called) };
}

const FIELD_OF = { "contact.id": "contact.id", "contact.email": "contact.email", "contact.external_id": "contact.externalId" } as const;
const contactOf = ({ id, email, externalId }: Given["contact"]): ContactValues => ({
  ...(id.trim() === "" ? {} : { "contact.id": id.trim() }),
  ...(email.trim() === "" ? {} : { "contact.email": email.trim() }),
  ...(externalId.trim() === "" ? {} : { "contact.external_id": externalId.trim() }),
});

function toTrial({ judged, request, answer, secrets, took }: Called): Trial {
  const { state, outcome, told } = judged;
  return {
    ...{ state, outcome, took, told: [...told] },
    request: request
      ? {
          method: request.method,
          url: masked(request.url, secrets),
          headers: Object.entries(request.headers).map(([name, value]) => ({ name, value: secrets.includes(value) ? "•••••" : value })),
          body: request.body === undefined ? null : masked(request.body, secrets),
        }
      : null,
    answer: answer?.ok ? { status: answer.status, type: answer.type.slice(0, 100), text: shownText(answer, secrets) } : null,
  };
}
function shownText(answer: Extract<Called["answer"], { ok: true }>, secrets: readonly string[]): string {
  const json = jsonOf(answer);
  // Written anew, so that a secret with other escapes is found too.
  const text = masked(json === undefined ? textOf(answer) : JSON.stringify(json, null, 2), secrets);
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}
