// Begins a pairing: gives the connector its device code and the short code for the person (RFC 8628, section 3.2).
import { keyedHash, keyFor, mac, randomToken, readInstallation, sha256 } from "#kernel/auth/index.ts";
import { hours, minutes } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { type Refusal, unavailable } from "#kernel/errors/index.ts";
import { noOwnerYet } from "#modules/accounts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import type { WorkKind } from "./contract.ts";
import { connectorOutdated } from "./errors.ts";
import { writePairing } from "./queries.ts";
import { newUserCode } from "./contract/user-code.ts";
import { isOlder, MINIMUM_CONNECTOR_VERSION } from "./contract/versions.ts";

/** Long enough to find the browser, short enough that nobody guesses a code meanwhile. */
const LIFE = minutes(15);
const POLL_SECONDS = 5;
/** A person needs one or two; a whole office may share an address. */
const PER_ADDRESS_HOUR = 30;
/** Of all addresses together: it bounds the codes that are open at once, and so what guessing can hit. */
const PER_HOUR = 3000;
/** The page on which the code is entered. */
const PAGE = "/account/pair";

interface Asked {
  readonly name: string;
  readonly system: string;
  readonly version: string;
  readonly kinds: readonly WorkKind[];
}
/** Times in seconds. */
interface Authorization {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresIn: number;
  readonly interval: number;
}

/** A keyed hash of the code: it is short, so a plain one could be guessed from a copy of the database. */
export const userCodeHash = async ({ env, db }: Pick<RequestCtx, "env" | "db">, userCode: string): Promise<string> =>
  await mac(await keyFor(env, db, "device user codes"), userCode);

export async function authorizeDevice(ctx: RequestCtx, asked: Asked): Promise<Authorization> {
  if (isOlder(asked.version, MINIMUM_CONNECTOR_VERSION)) throw connectorOutdated(asked.version);
  const [installed] = await ctx.db.read(readInstallation());
  if (!installed) throw noOwnerYet();
  const now = ctx.clock.now();
  const address = ctx.address === undefined ? undefined : await keyedHash(ctx.env, ctx.db, ctx.address);
  const counters = [
    ...(address === undefined ? [] : [customCounter("pairingsPerIpHour", address, now, hours(1), PER_ADDRESS_HOUR)]),
    customCounter("pairingsPerHour", "all", now, hours(1), PER_HOUR),
  ];
  const below = belowLimits(counters);
  const deviceCode = randomToken();
  const userCode = newUserCode();
  const [written, counted] = await ctx.db.commit([
    writePairing(
      {
        ...{ id: newId("devicePairing", now), deviceCodeHash: sha256(deviceCode), userCodeHash: await userCodeHash(ctx, userCode) },
        ...{ name: asked.name, system: asked.system, version: asked.version, kinds: [...new Set(asked.kinds)] },
        ...{ now, expiresAt: now + LIFE, pollSeconds: POLL_SECONDS },
      },
      below,
    ),
    writeCounters(counters, below),
  ]);
  if (counted === 0) throw await fullLimit(ctx, counters);
  // Two open codes are the same once in many billions of times.
  if (written === 0) return await authorizeDevice(ctx, asked);
  const verificationUri = `${appOrigin(ctx.config, ctx.url)}${PAGE}`;
  return {
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete: `${verificationUri}?code=${userCode}`,
    expiresIn: LIFE / 1000,
    interval: POLL_SECONDS,
  };
}

/** The refusal of a batch that counted nothing, because one of the counters is full. */
export async function fullLimit({ db, clock }: Pick<RequestCtx, "db" | "clock">, counters: readonly Counter[]): Promise<Refusal> {
  const [full] = await db.read(queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}`, (row) => row.full));
  const limit = counters[full ?? 0];
  return limit ? limitRefusal(limit, clock.now()) : unavailable();
}
