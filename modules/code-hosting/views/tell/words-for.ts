// What the customers of a project are told of an issue, in its language.
import { queryClient, reading } from "#dashboard/api.ts";
import { readCodeHosting } from "../../contract.ts";
import { customerWords, type Outcome } from "./customer-words.ts";

/** Milliseconds: a project seldom changes its language. */
const LANGUAGE_STAYS = 5 * 60_000;

/** In the project's language; in English if it can't be read now. */
export async function wordsFor(projectId: string, outcome: Outcome): Promise<string> {
  const locale = await queryClient
    .fetchQuery({ ...reading(readCodeHosting, { params: { projectId } as never }), staleTime: LANGUAGE_STAYS })
    .then((hosting) => hosting.locale)
    .catch(() => "en");
  return customerWords(outcome, locale);
}
