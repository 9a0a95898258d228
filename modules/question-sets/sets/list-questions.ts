// Lists the questions of a set, and gives them out as CSV.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { csvLine } from "#kernel/http/csv.ts";
import { jsonLines, type LinesPart } from "#kernel/http/json-lines.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { QuestionSetId } from "#kernel/ids/index.ts";
import { COLUMNS, LINES_VERSION, MAX_QUESTIONS, type SetQuestion } from "../contract.ts";
import { type Placed, readQuestions, readSet } from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 100;

export async function listQuestions(ctx: Ctx, setId: QuestionSetId, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const [held, found] = await ctx.db.read(
    readSet(projectId, setId),
    readQuestions(projectId, setId, decodeCursor(cursor)?.at ?? 0, PAGE + 1),
  );
  if (!held) throw notFound();
  const last = found[PAGE - 1];
  return {
    items: found.slice(0, PAGE).map(({ question }) => question),
    next: found.length > PAGE && last ? encodeCursor([last.place, last.question.id]) : null,
  };
}

const cellOf = (question: SetQuestion, column: (typeof COLUMNS)[number]): string => {
  const value = question[column];
  return typeof value === "string" ? value : value.join("\n");
};
export async function exportQuestions(ctx: Ctx, setId: QuestionSetId): Promise<Response> {
  const { projectId } = ctx.caller;
  const [held, found] = await ctx.db.read(readSet(projectId, setId), readQuestions(projectId, setId, 0, MAX_QUESTIONS));
  if (!held) throw notFound();
  const rows = found.filter(({ question }) => !question.erased).map(({ question }) => COLUMNS.map((column) => cellOf(question, column)));
  const name = `questions-${iso(ctx.clock.now()).slice(0, 10)}-version-${held.set.version}.csv`;
  return new Response(`\ufeff${[[...COLUMNS], ...rows].map(csvLine).join("")}`, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"` },
  });
}

export async function exportLines(ctx: Ctx, setId: QuestionSetId): Promise<Response> {
  const { projectId } = ctx.caller;
  const partOf = (found: readonly Placed[]): LinesPart<number> => ({
    values: found
      .filter(({ question }) => !question.erased)
      .map(({ question }) => ({ version: LINES_VERSION, ...Object.fromEntries(COLUMNS.map((column) => [column, question[column]])) })),
    next: found.length < PAGE ? undefined : found.at(-1)?.place,
  });
  const [held, first] = await ctx.db.read(readSet(projectId, setId), readQuestions(projectId, setId, 0, PAGE));
  if (!held) throw notFound();
  const name = `questions-${iso(ctx.clock.now()).slice(0, 10)}-version-${held.set.version}.jsonl`;
  return jsonLines(name, partOf(first), async (after) => partOf((await ctx.db.read(readQuestions(projectId, setId, after, PAGE)))[0]));
}
