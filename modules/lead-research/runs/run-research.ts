// Runs a research: reads pages one after the other, asks the model, and stores what the pages prove. Every step is stored before the next
// one begins, so a run that is killed at any point goes on there; a run that was cancelled, or whose lead is gone, stores nothing more.
import { plain } from "#kernel/rich-text/plain.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { callModel, ModelError } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { pageReader } from "#modules/knowledge-sources";
import { m } from "#messages";
import type { RunReason } from "../contract.ts";
import {
  type PageText,
  readCached,
  readCriteria,
  readPages,
  readWork,
  type Work,
  writeEnded,
  writeFound,
  writeLateCost,
  writePage,
  writeProgress,
  writeTrimmed,
} from "../queries.ts";
import { ASK_OUTPUT, ASK_TIME, FETCH_TIME, MOST_PAGES, MOST_TEXT, PAGE_TEXT, SLICE_TIME, worthReading } from "../rules.ts";
import { checkDraft, draftOf } from "./check-draft.ts";
import { researchJob } from "./job.ts";
import { DRAFT_SCHEMA, INSTRUCTIONS, promptFor } from "./prompt.ts";

type End = void | "again";

export const researchHandler = handle(researchJob, async (ctx, { runId }, { projectId }): Promise<End> => {
  if (projectId === null) return;
  const [run] = await ctx.db.read(readWork(projectId, runId));
  if (!run) return;
  if (!run.there) return void (await ctx.db.commit([writeEnded(run, { state: "cancelled" }, ctx.clock.now())]));
  switch (run.state) {
    case "waiting":
    case "fetching":
      return await readSite(ctx, run);
    case "asking":
      return await ask(ctx, run);
    case "done":
    case "failed":
    case "cancelled":
      return;
  }
});

const fail = async (ctx: Ctx, run: Work, reason: RunReason, detail?: string): Promise<void> =>
  void (await ctx.db.commit([
    writeEnded(run, { state: "failed", reason, ...(detail === undefined ? {} : { detail }) }, ctx.clock.now()),
    ...writeTrimmed(run),
  ]));

// --- pages ---------------------------------------------------------------------

async function readSite(ctx: Ctx, began: Work): Promise<End> {
  const begins = ctx.clock.now();
  let run: Work = { ...began, state: "fetching", fetchUntil: began.fetchUntil ?? begins + FETCH_TIME };
  const [held] = await ctx.db.commitAndRead([writeProgress(run, {}, begins)], readPages(run));
  const pages: PageText[] = [...held];
  const read = pageReader(ctx);
  for (;;) {
    const now = ctx.clock.now();
    const tried = new Set(pages.map(({ url }) => url));
    const next = run.queue.find((url) => !tried.has(url));
    const text = pages.reduce((sum, { content }) => sum + content.length, 0);
    if (next === undefined || pages.length >= MOST_PAGES || text >= MOST_TEXT || now >= (run.fetchUntil ?? 0))
      return await endReading(ctx, run, pages);
    if (now - begins > SLICE_TIME) return "again";
    const page = await readOne(ctx, run, read, next, pages.length, MOST_TEXT - text);
    run = { ...run, queue: queueWith(run, page) };
    const [stored = 0] = await ctx.db.commit([writePage(run, page), writeProgress(run, {}, ctx.clock.now())]);
    // Cancelled meanwhile, or read by another attempt of this job.
    if (stored === 0) return "again";
    pages.push(page);
  }
}

/** The front page of the lead's own site, which is read first, adds its links; addresses that a person added are read alone. */
const queueWith = (run: Work, page: PageText): readonly string[] =>
  page.place === 0 && !run.addresses.includes(page.url) ? [...new Set([...run.queue, ...page.links])] : run.queue;

async function readOne(
  ctx: Ctx,
  run: Work,
  read: ReturnType<typeof pageReader>,
  url: string,
  place: number,
  room: number,
): Promise<PageText> {
  const now = ctx.clock.now();
  const [cached] = await ctx.db.read(readCached(run, url, now));
  if (cached) return { ...cached, place };
  const { title, content, links, problem } = await read(url, { named: run.addresses.includes(url) });
  const state = problem === undefined ? "read" : problem.kind === "robots" ? "denied" : "failed";
  return {
    ...{ place, url, title: title.slice(0, 300), state, problem: problem?.message ?? null, fetchedAt: now },
    ...{ content: textOf(content, Math.min(PAGE_TEXT, room)), links: worthReading(links).slice(0, MOST_LINKS) },
  };
}
/** Links of a front page that are kept. */
const MOST_LINKS = 3 * MOST_PAGES;
/** The text line by line without syntax, so that a quote is found whether or not the model copies stars and brackets. */
function textOf(markdown: string, most: number): string {
  const pieces = markdown
    .slice(0, 2 * most)
    .split("\n")
    .flatMap((line) => line.match(/.{1,2000}/gsu) ?? []);
  const lines = pieces.map((piece) => plain(piece, piece.length)).filter((line) => line !== "");
  return lines.join("\n").slice(0, most).toWellFormed();
}

async function endReading(ctx: Ctx, run: Work, pages: readonly PageText[]): Promise<End> {
  if (pages.some(({ content }) => content !== "")) {
    await ctx.db.commit([writeProgress(run, { state: "asking" }, ctx.clock.now())]);
    return "again";
  }
  const has = (state: PageText["state"]): boolean => pages.some((page) => page.state === state);
  const reason = has("read") ? "no_text" : has("denied") ? "robots_denied" : "unreachable";
  await fail(ctx, run, reason, pages.find(({ problem }) => problem !== null)?.problem ?? undefined);
}

// --- the model -----------------------------------------------------------------

async function ask(ctx: Ctx, run: Work): Promise<End> {
  const choice = choiceOf(run.model);
  if (choice === undefined) return await fail(ctx, run, "not_configured");
  const [all, { criteria }] = await ctx.db.read(readPages(run), readCriteria(run.projectId));
  const pages = all.filter(({ content }) => content !== "");
  const { jsonSchema, Output } = await import("ai");
  // The call may take longer than the job has been quiet for.
  await ctx.db.commit([writeProgress(run, {}, ctx.clock.now())]);
  let answer: Awaited<ReturnType<typeof callModel>>;
  try {
    answer = await callModel(ctx, {
      projectId: run.projectId,
      purpose: "research",
      choice,
      prompt: {
        instructions: INSTRUCTIONS,
        prompt: promptFor(pages, criteria),
        output: Output.object({ schema: jsonSchema(DRAFT_SCHEMA), name: "research" }),
      },
      maxOutputTokens: ASK_OUTPUT,
      timeout: ASK_TIME,
    });
  } catch (error) {
    if (error instanceof ModelError) return await fail(ctx, run, "model_failed", error.message);
    if (error instanceof Refusal) return await fail(ctx, run, error.code === "not_configured" ? "not_configured" : "ceiling_reached");
    throw error;
  }
  const { result, cost, ending } = answer;
  const draft = draftOf(result.text);
  const now = ctx.clock.now();
  if (draft === undefined)
    return void (await ctx.db.commit([
      ...ending,
      writeEnded(run, { state: "failed", reason: "model_failed", detail: m.lead_research_unreadable(), cost }, now),
      ...writeTrimmed(run),
    ]));
  const { findings, answers, dropped, score } = checkDraft(draft, pages, criteria);
  await ctx.db.commit([
    // The cost counts in the batch that stores what it bought.
    ...ending,
    ...writeFound(
      run,
      findings.map((one) => ({ ...one, id: newId("leadStatement", now) })),
      answers,
      now,
    ),
    writeEnded(run, { state: "done", dropped, score, cost }, now),
    writeLateCost(run, cost),
    ...writeTrimmed(run),
  ]);
}
