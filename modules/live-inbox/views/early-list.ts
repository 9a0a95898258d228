// The first page of the list that the address names, read while the inbox's code is still on its way, so that the inbox is drawn once, with
// its rows. Part of what every page loads; `queries.ts` takes the answer over.
import { call } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { listConversations, type View, VIEWS } from "#modules/conversations/contract";

export interface EarlyList {
  readonly projectId: string;
  readonly view: View;
  readonly answer: Promise<AnswerOf<typeof listConversations>>;
}
let early: EarlyList | undefined;

/** Begins to read if the address is one of a list. */
export function readEarlyList(pathname: string): EarlyList | undefined {
  const [, projectId, name] = /^\/projects\/(\w+)\/inbox\/(\w+)$/.exec(pathname) ?? [];
  const view = VIEWS.find((one) => one === name);
  if (projectId === undefined || view === undefined) return undefined;
  const answer = call(listConversations, { params: { projectId: projectId as never }, query: { view } });
  // Whoever takes it over notices a failure.
  answer.catch(() => undefined);
  return (early = { projectId, view, answer });
}

/** The answer, for its first reader only. */
export function takeEarlyList(projectId: string, view: string): EarlyList["answer"] | undefined {
  if (early?.projectId !== projectId || early.view !== view) return undefined;
  const { answer } = early;
  early = undefined;
  return answer;
}
