import type { Ctx } from "#kernel/module/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { Candidate, Scope } from "./search/queries.ts";

/** What a search by meaning found. */
export interface MeaningMatches {
  /** `off` = not set up; `down` = set up, but the provider or the store did not answer. */
  readonly semantic: "off" | "on" | "down";
  /** The best piece of each document, best first, read from the database as it is now. */
  readonly ranked: readonly { readonly piece: Candidate; readonly score: number }[];
}

/** Searches by meaning, beside the search by words. It never throws: a failure is `down`, without hits. */
export const searchByMeaning =
  extensionPoint<
    (ctx: Pick<Ctx, "db" | "config" | "clock" | "fetch" | "log" | "after">, scope: Scope, question: string) => Promise<MeaningMatches>
  >("searchByMeaning");
