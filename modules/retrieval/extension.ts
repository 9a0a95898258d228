// The extension point by which semantic search joins retrieval.
import type { Ctx } from "#kernel/module/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { Candidate, Scope } from "./search/queries.ts";

/** Results of a semantic search. */
export interface MeaningMatches {
  /** `off`: not set up. `down`: set up, but the provider or the store failed. */
  readonly semantic: "off" | "on" | "down";
  /** The similarity from which a hit fits, by the model that made the vectors. */
  readonly fitsFrom: number;
  /** The best chunk of each document, best first, as stored in the database now. `score`: its similarity to the question. */
  readonly ranked: readonly { readonly piece: Candidate; readonly score: number }[];
}

/** Searches by meaning, in parallel with the lexical search. Never throws: a failure is `down`, without hits. */
export const searchByMeaning =
  extensionPoint<
    (ctx: Pick<Ctx, "db" | "config" | "clock" | "fetch" | "log" | "after">, scope: Scope, question: string) => Promise<MeaningMatches>
  >("searchByMeaning");
