// Lists the questions of a set, and gives them out as CSV.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { csvLine } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { QuestionSetId } from "#kernel/ids/index.ts";
import { COLUMNS, MAX_QUESTIONS, type SetQuestion } from "../contract.ts";
import { readQuestions, readSet } from "../queries.ts";

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
