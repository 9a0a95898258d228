// Reads and saves a project's email settings: sender, reply address, inbound addresses.
import { emailConfig, missingForReceiving, missingForSending } from "#modules/email";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { conflict, invalidRequest } from "#kernel/errors/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { type AuditChange, audit } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import { type EmailSettings, receiveEvents } from "#modules/email/contract";
import { receiveFromGateway, receiveParsed } from "#modules/inbound-email/contract";
import {
  mailboxAddress,
  canonicalAddress,
  domainOf,
  isInstallationAddress,
  isHeld,
  type GivenSettings,
  isReplyAddress,
  readChosen,
  savedSetting,
  takesAnswers,
  writeSettings,
} from "#modules/email";
import {
  publicPageStatements,
  holdStatements,
  releaseStatement,
  proofsOf,
  addressReserved,
  type Claim,
  isApproved,
  isClaimed,
  mayAnswerTo,
  mayHold,
  maySendFrom,
  readClaims,
  readObstacle,
  writeClaim,
  writeClaimReleased,
  writeOldSendersReleased,
} from "#modules/address-verification";
import { m } from "#messages";
import { type EmailOverview, MAX_ADDRESSES } from "./contract.ts";

type Ctx = RequestCtx<MemberPrincipal>;

function toOverview(ctx: Ctx, settings: EmailSettings, claims: readonly Claim[]): EmailOverview {
  const email = emailConfig(ctx.config);
  const origin = appOrigin(ctx.config, ctx.url);
  return {
    settings,
    addresses: claims.flatMap(({ address, takesMail, createdAt }) => (takesMail ? [{ address, createdAt: iso(createdAt) }] : [])),
    proofs: proofsOf(ctx, claims),
    sending: {
      provider: email.provider ?? null,
      from: email.from ?? null,
      missing: missingForSending(email),
      events: email.eventsSecret !== undefined,
      checksDns: email.dnsResolver !== undefined,
    },
    receiving: {
      missing: missingForReceiving(email),
      inbound: origin + receiveFromGateway.path,
      parse: origin + receiveParsed.path,
      events: origin + receiveEvents.path,
    },
  };
}
const overviewQueries = (ctx: Ctx) => [readChosen(ctx.caller.projectId), readClaims(ctx.caller.projectId)] as const;
const taken = () => conflict(m.email_settings_address_taken());
const tooMany = () => conflict(m.email_settings_too_many_addresses({ max: MAX_ADDRESSES }));
/** Throws when an address can never become the project's. */
function mustBeFree(obstacle: { elsewhere: boolean; account: boolean } | undefined): void {
  if (obstacle?.elsewhere === true) throw taken();
  if (obstacle?.account === true) throw conflict(addressReserved());
}

export async function readOverview(ctx: Ctx): Promise<EmailOverview> {
  const [settings, claims] = await ctx.db.read(...overviewQueries(ctx));
  return toOverview(ctx, settings, claims);
}

/** Statements that store the claim to an address, and give it to the project if its domain is approved. */
const claiming = (ctx: Ctx, address: string, takesMail: boolean, when: SQL): SQL[] => {
  const { projectId } = ctx.caller;
  return [
    writeClaim(projectId, address, takesMail, MAX_ADDRESSES, ctx.clock.now(), when),
    ...holdStatements(ctx, projectId, address, isApproved(projectId, domainOf(address))),
  ];
};

const changesOf = (projectId: ProjectId, given: GivenSettings): AuditChange[] => [
  { field: "sender", from: savedSetting(projectId, "sender"), to: given.sender },
  { field: "senderName", from: savedSetting(projectId, "sender_name"), to: given.senderName },
  { field: "replyAddress", from: savedSetting(projectId, "reply_address"), to: given.replyAddress },
  { field: "signature", from: savedSetting(projectId, "signature"), to: given.signature || null },
  ...(given.askAddress === undefined ? [] : [{ field: "askAddress", from: savedSetting(projectId, "ask_address"), to: given.askAddress }]),
  ...(given.mailUnseen === undefined ? [] : [{ field: "mailUnseen", from: savedSetting(projectId, "mail_unseen"), to: given.mailUnseen }]),
];

/** Saves all settings. A sender and a reply address take effect as the project's only once they are proved. */
export async function changeEmailSettings(ctx: Ctx, chosen: GivenSettings): Promise<EmailOverview> {
  const { projectId } = ctx.caller;
  if (/\p{Cc}/u.test(chosen.senderName ?? ""))
    throw invalidRequest([{ path: "senderName", message: m.email_settings_control_characters() }]);
  const now = ctx.clock.now();
  const replyAddress = chosen.replyAddress === null ? null : canonicalAddress(chosen.replyAddress);
  const typed = chosen.sender === null ? null : canonicalAddress(chosen.sender);
  // The installation's own address is the default, so choosing it means having no sender.
  const sender = typed === emailConfig(ctx.config).from ? null : typed;
  const given = { ...chosen, sender, replyAddress };
  const base = sender === null ? null : mailboxAddress(sender);
  for (const one of [base, replyAddress]) if (one !== null && isInstallationAddress(ctx.config, one)) throw conflict(addressReserved());
  const isSendable = base === null ? sql`1` : maySendFrom(projectId, base);
  const may = sql`${replyAddress === null ? sql`1` : sql`${isClaimed(projectId, replyAddress)} AND ${mayAnswerTo(projectId, replyAddress)}`} AND ${isSendable}`;
  const answers = takesAnswers(projectId);
  const [settings, claims, replyBlocked, senderBlocked] = await ctx.db.commitAndRead(
    [
      ...(replyAddress === null ? [] : claiming(ctx, replyAddress, true, isSendable)),
      // Public pages offer email only while replies can be received, so a change of that renders them anew.
      ...publicPageStatements(
        ctx,
        projectId,
        sql`${may} AND ${answers} <> ${replyAddress === null ? sql`0` : isHeld(projectId, replyAddress)}`,
      ),
      audit(ctx, "email.settings_changed", { changes: changesOf(projectId, given) }, may),
      writeSettings(projectId, given, now, may),
      ...(base === null ? [] : claiming(ctx, base, false, may)),
      ...writeOldSendersReleased(projectId, base, may),
    ],
    ...overviewQueries(ctx),
    readObstacle(projectId, replyAddress ?? ""),
    readObstacle(projectId, base ?? ""),
  );
  if (!claims.some(({ address, held }) => held && address === base)) mustBeFree(senderBlocked);
  if (!claims.some(({ address, held, takesMail }) => held && takesMail && address === replyAddress)) mustBeFree(replyBlocked);
  if (replyAddress !== null && !claims.some(({ address, takesMail }) => takesMail && address === replyAddress)) throw tooMany();
  return toOverview(ctx, settings, claims);
}

export async function addInboundAddress(ctx: Ctx, given: string): Promise<EmailOverview> {
  const { projectId } = ctx.caller;
  const address = mailboxAddress(given);
  if (isInstallationAddress(ctx.config, address)) throw conflict(addressReserved());
  const isNew = sql`NOT ${isClaimed(projectId, address)}`;
  const [settings, claims, blocked] = await ctx.db.commitAndRead(
    [
      audit(ctx, "email.address_added", { detail: { address } }, sql`${isNew} AND ${mayHold(projectId, address)}`),
      ...claiming(ctx, address, true, sql`1`),
    ],
    ...overviewQueries(ctx),
    readObstacle(projectId, address),
  );
  mustBeFree(blocked);
  if (!claims.some((one) => one.takesMail && one.address === address)) throw tooMany();
  return toOverview(ctx, settings, claims);
}

export async function removeInboundAddress(ctx: Ctx, given: string): Promise<EmailOverview> {
  const { projectId } = ctx.caller;
  const address = mailboxAddress(given);
  const rests = sql`NOT ${isReplyAddress(projectId, address)}`;
  const [settings, claims] = await ctx.db.commitAndRead(
    [
      audit(ctx, "email.address_removed", { detail: { address } }, sql`${isClaimed(projectId, address)} AND ${rests}`),
      ...writeClaimReleased(projectId, address, rests),
      releaseStatement(ctx, address, rests),
    ],
    ...overviewQueries(ctx),
  );
  if (claims.some((one) => one.takesMail && one.address === address)) throw conflict(m.email_settings_is_reply_address());
  return toOverview(ctx, settings, claims);
}
