// Finds a pairing by the code that a person typed, and binds it to them.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { belowLimits, customCounter, writeCounters } from "#kernel/limits/index.ts";
import { fullLimit, userCodeHash } from "./authorize-device.ts";
import type { Pairing } from "./contract.ts";
import { wrongCode } from "./errors.ts";
import { readOpened, writeOpened } from "./queries.ts";
import { readUserCode } from "./contract/user-code.ts";

/** Tries of one person; every code that is typed counts, right or wrong. */
const PER_PERSON_HOUR = 30;
/** Of everybody: with 34 bits and a few open codes, guessing stays hopeless even for many accounts together. */
const PER_HOUR = 3000;

export async function openPairing(ctx: RequestCtx<AccountPrincipal>, typed: string): Promise<{ pairing: Pairing }> {
  const { accountId } = ctx.caller;
  const code = readUserCode(typed);
  if (code === undefined) throw wrongCode();
  const now = ctx.clock.now();
  const hash = await userCodeHash(ctx, code);
  const counters = [
    customCounter("pairingTriesPerPersonHour", accountId, now, hours(1), PER_PERSON_HOUR),
    customCounter("pairingTriesPerHour", "all", now, hours(1), PER_HOUR),
  ];
  const below = belowLimits(counters);
  const [, counted] = await ctx.db.commit([writeOpened(hash, accountId, now, below), writeCounters(counters, below)]);
  if (counted === 0) throw await fullLimit(ctx, counters);
  const [pairing] = await ctx.db.read(readOpened(hash, accountId, now));
  if (!pairing) throw wrongCode();
  return { pairing };
}
