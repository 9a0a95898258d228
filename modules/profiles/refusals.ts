// Remembers what people deleted without its words: as keyed hashes, so that what says the same is recognised.
import { keyedHash } from "#kernel/auth/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { saysTheSame, type Signature } from "./check/similar.ts";
import type { Refusal, Who } from "./queries.ts";

type HashCtx = Pick<Ctx, "env" | "db">;

/** The hashes name the contact too, so that equal words of two contacts are not seen to be equal. */
const hashed = async (ctx: HashCtx, { contactId }: Who, words: ReadonlySet<string>): Promise<string[]> =>
  (await Promise.all([...words].map((word) => keyedHash(ctx.env, ctx.db, `profile:${contactId}:${word}`)))).sort();

export async function refusalOf(ctx: HashCtx, who: Who, { terms, numbers, negated }: Signature): Promise<Refusal> {
  return { terms: await hashed(ctx, who, terms), numbers: await hashed(ctx, who, numbers), negated };
}

const signature = ({ terms, numbers, negated }: Refusal): Signature => ({ terms: new Set(terms), numbers: new Set(numbers), negated });

/** Which of the statements say what a person has deleted. */
export async function refusedAmong<S extends { readonly signature: Signature }>(
  ctx: HashCtx,
  who: Who,
  statements: readonly S[],
  refusals: readonly Refusal[],
): Promise<ReadonlySet<S>> {
  if (refusals.length === 0) return new Set();
  const refused = refusals.map(signature);
  const found = new Set<S>();
  for (const statement of statements) {
    const own = signature(await refusalOf(ctx, who, statement.signature));
    if (refused.some((one) => saysTheSame(own, one, { related: true }))) found.add(statement);
  }
  return found;
}
