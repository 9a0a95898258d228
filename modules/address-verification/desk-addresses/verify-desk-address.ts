// Verifies a project's address by a code that is mailed to it and entered by an admin. The code must be read outside this installation: one
// that arrives at our own channels is void, because all projects share them.
import { keyedHash, type MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, customCounter, firstFull, writeCounters } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readLanguage, type AccountMailTemplate, parseDeliveryState } from "#modules/accounts";
import { inLanguage } from "#kernel/language/current.ts";
import { audit } from "#modules/projects";
import { accountMailer, addressHash, addressIsFull, mailboxAddress, isInstallationAddress, mustBeConfigured } from "#modules/email";
import { m } from "#messages";
import type { AddressProof } from "../contract.ts";
import { holdStatements } from "./hold-address.ts";
import {
  REQUEST_INTERVAL,
  type Claim,
  MAX_TRIES,
  readCodeRequest,
  readClaims,
  readOpenCodes,
  writeCodeRequest,
  writeCode,
  writeCodeTry,
} from "./queries.ts";

type MemberCtx = RequestCtx<MemberPrincipal>;
/** Codes mailed in an hour at most: to one mailbox, and by one project, person, and installation. */
const PER_MAILBOX = 3;
const PER_PROJECT = 20;
const PER_PERSON = 20;
const PER_INSTALLATION = 200;

// Without letters that are easily mistaken for others.
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";
const newCode = (): string => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => SIGNS[byte & 31]).join("");
/** The keyed hash of a code, bound to the claim and the person that it was made for. */
export const addressCodeHash = (
  { env, db }: Pick<Ctx, "env" | "db">,
  of: { projectId: string; address: string; accountId: string },
  code: string,
): Promise<string> => keyedHash(env, db, `code of an address: ${of.projectId}: ${of.address}: ${of.accountId}: ${code}`);

function toAddressProof(ctx: MemberCtx, claim: Claim): AddressProof {
  const { address, held, account, elsewhere, ownerOnly } = claim;
  const now = ctx.clock.now();
  const open = claim.askId !== null && claim.tries < MAX_TRIES && (claim.expiresAt ?? (claim.askedAt ?? 0) + hours(1)) > now;
  const standing = parseDeliveryState(claim.mail);
  const state = held
    ? "active"
    : account || elsewhere || isInstallationAddress(ctx.config, address)
      ? "reserved"
      : ownerOnly
        ? "routed"
        : "waiting";
  return {
    address,
    state,
    code:
      state === "waiting" && open && standing !== null
        ? { mine: claim.askedBy === ctx.caller.accountId, state: standing.state, error: standing.error }
        : null,
  };
}
export const proofsOf = (ctx: MemberCtx, claims: readonly Claim[]): AddressProof[] => claims.map((claim) => toAddressProof(ctx, claim));

export async function listAddressProofs(ctx: MemberCtx): Promise<{ proofs: AddressProof[] }> {
  const [claims] = await ctx.db.read(readClaims(ctx.caller.projectId));
  return { proofs: proofsOf(ctx, claims) };
}

/** Mails a code to an address that the project claims. A refusal stores nothing. */
export async function requestOwnershipCode(
  ctx: MemberCtx,
  input: { clientId: string; address: string },
): Promise<{ proofs: AddressProof[] }> {
  mustBeConfigured(ctx);
  const { projectId, accountId } = ctx.caller;
  const address = mailboxAddress(input.address);
  const now = ctx.clock.now();
  const askId = await derivedId("addressVerification", `${projectId}:${accountId}:${input.clientId}`);
  const toHash = await addressHash(ctx, address);
  const counters = [
    customCounter("addressProofsPerMailboxHour", toHash, now, hours(1), PER_MAILBOX),
    customCounter("addressProofsPerProjectHour", projectId, now, hours(1), PER_PROJECT),
    customCounter("addressProofsPerPersonHour", accountId, now, hours(1), PER_PERSON),
    customCounter("addressProofsPerInstallationHour", "installation", now, hours(1), PER_INSTALLATION),
  ];
  const full = addressIsFull(toHash, now, askId);
  const requested = sql`changes() > 0`;
  const { statements, jobId } = await accountMailer.queueMail(
    ctx,
    { kind: ownershipCodeMail.kind, subjectId: askId, cause: askId, to: address },
    requested,
  );
  const [claims, why] = await ctx.db.commitAndRead(
    [
      writeCodeRequest(
        { projectId, address, accountId, askId, now },
        sql`${isInstallationAddress(ctx.config, address) ? 0 : 1} AND NOT ${full} AND ${belowLimits(counters)}`,
      ),
      ...statements,
      writeCounters(counters, sql`EXISTS (SELECT 1 FROM address_claims WHERE ask_id = ${askId} AND asked_at = ${now})`),
    ],
    readClaims(projectId),
    queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("counter")}, ${full} ${as.number("full")}`, (row) => ({
      counter: row.counter,
      full: row.full !== 0,
    })),
  );
  const claim = claims.find((one) => one.address === address);
  if (!claim) throw notFound();
  if (claim.askId === askId) {
    if (claim.askedAt === now) wakeJobs(ctx, [jobId]);
    return { proofs: proofsOf(ctx, claims) };
  }
  const { state } = toAddressProof(ctx, claim);
  if (state === "active") throw conflict(m.address_verification_address_already_verified());
  if (state === "reserved") throw conflict(addressReserved());
  if (state === "routed") throw conflict(m.address_verification_needs_approval());
  const wait = (claim.askedAt ?? 0) + REQUEST_INTERVAL - now;
  if (wait > 0) throw conflict(m.address_verification_just_sent_desk());
  if (why?.full === true || why?.counter !== null) throw conflict(m.address_verification_too_many_requests());
  throw conflict(m.address_verification_no_longer());
}
export const addressReserved = m.address_verification_reserved;

/** The mail with the code. Except for its recipient it contains nothing that anybody typed. */
export const ownershipCodeMail: AccountMailTemplate = {
  kind: "address-proof",
  async render(ctx, subjectId) {
    const now = ctx.clock.now();
    const [ask] = await ctx.db.read(readCodeRequest(subjectId, now));
    if (!ask) return undefined;
    const code = newCode();
    const hash = await addressCodeHash(ctx, ask, code);
    const [known] = await ctx.db.read(readLanguage(ask.accountId));
    const language = known ?? "en";
    return inLanguage(language, () => ({
      to: ask.address,
      language,
      isVerified: false,
      subject: m.address_verification_mail_subject(),
      paragraphs: [
        m.address_verification_mail_lead(),
        `${code.slice(0, 4)}-${code.slice(4)}`,
        m.address_verification_mail_enter(),
        m.address_verification_mail_ignore(),
      ],
      store: (when) => [writeCode(subjectId, hash, now, when)],
    }));
  },
};

/** The code requests whose codes are among the texts and can still be entered. */
export async function codeRequestsAmong(ctx: Ctx, address: string, texts: readonly string[]): Promise<string[]> {
  const [open] = await ctx.db.read(readOpenCodes(address, ctx.clock.now()));
  const found = await Promise.all(
    open.map(async ({ askId, projectId, accountId, codeHash }) => {
      for (const text of texts) if ((await addressCodeHash(ctx, { projectId, address, accountId }, text)) === codeHash) return [askId];
      return [];
    }),
  );
  return found.flat();
}

/** Gives the address to the project if the code is right. Each wrong code counts. */
export async function verifyDeskAddress(ctx: MemberCtx, input: { address: string; code: string }): Promise<{ proofs: AddressProof[] }> {
  const { projectId, accountId } = ctx.caller;
  const address = mailboxAddress(input.address);
  const now = ctx.clock.now();
  const code = input.code.toLowerCase().replaceAll(/[^0-9a-z]/g, "");
  const codeHash = await addressCodeHash(ctx, { projectId, address, accountId }, code);
  const { statements, proved } = writeCodeTry({ projectId, address, accountId, codeHash, now });
  const [before, claims] = await ctx.db.commitAndRead(
    [
      ...statements,
      ...holdStatements(ctx, projectId, address, proved),
      audit(
        ctx,
        "email.address_proved",
        { detail: { address } },
        sql`${proved} AND EXISTS (SELECT 1 FROM inbound_addresses WHERE address = ${address} AND project_id = ${projectId} AND held_at = ${now})`,
      ),
    ],
    queryOne(sql`SELECT ${proved} ${as.number("proved")}`, (row) => row.proved !== 0),
    readClaims(projectId),
  );
  const claim = claims.find((one) => one.address === address);
  if (!claim) throw notFound();
  if (before === true && claim.held) return { proofs: proofsOf(ctx, claims) };
  const { state } = toAddressProof(ctx, claim);
  if (state === "active") throw conflict(m.address_verification_address_already_verified(), { reason: "used" });
  if (state === "reserved") throw conflict(addressReserved(), { reason: "reserved" });
  if (state === "routed") throw conflict(m.address_verification_needs_approval(), { reason: "routed" });
  if (claim.askId === null || claim.askedBy !== accountId)
    throw conflict(m.address_verification_not_your_code(), {
      reason: "none",
    });
  if (claim.tries >= MAX_TRIES) throw conflict(m.address_verification_too_many_wrong_codes(), { reason: "too_many" });
  if (claim.expiresAt === null || claim.expiresAt <= now) throw conflict(m.address_verification_code_expired(), { reason: "expired" });
  throw conflict(m.address_verification_wrong_code(), { reason: "wrong" });
}
