// A context run: reads a contact's new messages, asks the model, and stores what they prove, unless something else came first.
import { Refusal } from "#kernel/errors/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { Counter } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type ModelChoice, ModelError, runModel } from "#modules/ai";
import { type OwnMessage, readOwnMessages } from "#modules/conversations";
import { m } from "#messages";
import type { Statement } from "../contract.ts";
import {
  type Counts,
  readNewest,
  readRefusals,
  readRunState,
  readStatements,
  readUpTo,
  type Run,
  runHolds,
  type RunState,
  writeAdded,
  writeClaim,
  writeFinished,
  writeGivenUp,
  writeOutdated,
  writeRefreshed,
  writeTrimmed,
} from "../queries.ts";
import { refusedAmong } from "../refusals.ts";
import { fitting, MESSAGE_TEXT, MESSAGES, RUN_OUTPUT, RUN_TIMEOUT } from "../rules.ts";
import { checkDraft, type Checked, decide, draftOf } from "./decide.ts";
import { DRAFT_SCHEMA, INSTRUCTIONS, promptFor } from "./prompt.ts";

type RunCtx = Omit<Ctx, "caller">;
export type RunEnd =
  | ({ readonly kind: "done" } & Counts)
  /** It was not begun; the state says why. */
  | { readonly kind: "not_begun"; readonly state: RunState }
  /** The provider gave no answer that could be used; a sentence says why. */
  | { readonly kind: "failed"; readonly problem: string }
  /** Switched off, erased or replaced meanwhile: nothing was stored. */
  | { readonly kind: "stopped" };

/** People who change the profile all the time win; the messages are read by the next run. */
const TRIES = 4;
const NOTHING: Checked = { proposals: [], outdated: [], dropped: 0 };

/** Throws the refusals of ceilings and `limits`. */
export async function runContext(ctx: RunCtx, run: Run, choice: ModelChoice, limits: readonly Counter[] = []): Promise<RunEnd> {
  const { projectId, contactId } = run;
  const [state, newest, found, known] = await ctx.db.commitAndRead(
    [writeClaim(run, ctx.clock.now())],
    readRunState(run),
    readNewest(projectId),
    readOwnMessages(projectId, contactId, readUpTo(projectId, contactId), MESSAGES, MESSAGE_TEXT),
    readStatements(run),
  );
  if (state.runId !== run.id) return { kind: "not_begun", state };
  const messages = fitting(found);
  // What came since was only automatic mail, or mail of somebody else, if there is no message.
  const answer = messages.length === 0 ? NOTHING : await ask(ctx, run, choice, limits, messages, known);
  if (typeof answer === "string") {
    await ctx.db.commit([writeGivenUp(run, "failed")]);
    return { kind: "failed", problem: answer };
  }
  const upTo = found.at(-1)?.sequence ?? newest;
  return await store(ctx, run, { switchedAt: state.switchedAt, upTo, shown: known.map(({ id }) => id), answer });
}

/** What the model says and the messages prove, or in a sentence why there is no answer. */
async function ask(
  ctx: RunCtx,
  run: Run,
  choice: ModelChoice,
  limits: readonly Counter[],
  messages: readonly OwnMessage[],
  known: readonly Statement[],
): Promise<Checked | string> {
  const { jsonSchema, Output } = await import("ai");
  try {
    const { result } = await runModel(ctx, {
      projectId: run.projectId,
      purpose: "context",
      choice,
      prompt: {
        instructions: INSTRUCTIONS,
        prompt: promptFor(messages, known),
        output: Output.object({ schema: jsonSchema(DRAFT_SCHEMA), name: "profile" }),
      },
      maxOutputTokens: RUN_OUTPUT,
      timeout: RUN_TIMEOUT,
      counts: "contextRuns",
      limits,
    });
    const draft = draftOf(result.text);
    return draft === undefined ? m.profiles_unreadable() : checkDraft(draft, messages, known.length);
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    if (error instanceof Refusal) await ctx.db.commit([writeGivenUp(run, "skipped")]);
    throw error;
  }
}

interface Found {
  readonly switchedAt: number;
  readonly upTo: number;
  readonly shown: readonly Statement["id"][];
  readonly answer: Checked;
}
/** Decides on what is known now, and stores it if nobody was faster: else it decides again. */
async function store(ctx: RunCtx, run: Run, { switchedAt, upTo, shown, answer }: Found): Promise<RunEnd> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [state, known, refusals] = await ctx.db.read(readRunState(run), readStatements(run), readRefusals(run));
    if (state.runId !== run.id || !state.on || !state.active || state.switchedAt !== switchedAt) break;
    const refused = await refusedAmong(ctx, run, answer.proposals, refusals);
    const now = ctx.clock.now();
    const { add, refresh, remove, ...counts } = decide(answer, shown, known, (proposal) => refused.has(proposal));
    const holds = runHolds(run, switchedAt, state.revision);
    const changes = await ctx.db.commit([
      writeOutdated(run, remove, holds),
      writeRefreshed(run, refresh, holds),
      writeAdded(
        run,
        add.map((statement) => ({ ...statement, id: newId("profileStatement", now) })),
        now,
        holds,
      ),
      writeTrimmed(run, holds),
      writeFinished(run, upTo, counts, holds),
    ]);
    if ((changes.at(-1) ?? 0) > 0) return { kind: "done", ...counts };
  }
  await ctx.db.commit([writeGivenUp(run, "skipped")]);
  return { kind: "stopped" };
}
