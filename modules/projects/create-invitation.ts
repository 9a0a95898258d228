// Creates invitations: a link that works once, for seven days. The token has 256 bits and is stored as a hash. It is shown once; for a
// mailed invitation it is created when the mail is sent and never shown.
import { type MemberPrincipal, randomToken, sha256 } from "#kernel/auth/index.ts";
import { days } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { type InvitationId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { type AccountMailTemplate, missingForMail, refuseProjectAddress, requireSystemMailer, systemMailerOf } from "#modules/accounts";
import { inLanguage } from "#kernel/language/current.ts";
import { m } from "#messages";
import { audit } from "./audit.ts";
import type { Invitation, Role } from "./contract.ts";
import { notByMail, alreadyOnItsWay, onlyOwners, sameClientId } from "./errors.ts";
import {
  invitationExists,
  readInvitation,
  readInvitationBy,
  readInvitations,
  readInvitationToMail,
  writeInvitation,
  writeInvitationToken,
  writeInvitationCreator,
} from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const VALID_FOR = days(7);
/** Daily limits of invitation mails, which go to people who did not ask for them: per project, per account, for the installation. */
const PER_PROJECT = 50;
const PER_ACCOUNT = 50;
const PER_INSTALLATION = 500;
function mailLimits({ caller, clock }: Ctx): Counter[] {
  const now = clock.now();
  return [
    customCounter("invitationMailsPerProjectDay", caller.projectId, now, days(1), PER_PROJECT),
    customCounter("invitationMailsPerAccountDay", caller.accountId, now, days(1), PER_ACCOUNT),
    customCounter("invitationMailsPerInstallationDay", "installation", now, days(1), PER_INSTALLATION),
  ];
}
const readFull = (counters: readonly Counter[]) =>
  queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}`, (row) => row.full);

export async function invitationsOf(ctx: Ctx) {
  const [items] = await ctx.db.read(readInvitations(ctx.caller.projectId, systemMailerOf(ctx).deliveryStateOf, ctx.clock.now()));
  return { items, next: null, missing: missingForMail(ctx) };
}

/**
 * Creates an invitation and mails it if there is an address. Only the first response contains the link: repeating with the same clientId
 * returns `link: null`.
 */
export async function createInvitation(ctx: Ctx, input: { clientId: string; role: Role; note: string; email?: string | undefined }) {
  const { caller } = ctx;
  if (input.role === "owner" && caller.role !== "owner") throw onlyOwners();
  const address = input.email ?? null;
  const mailer = address === null ? systemMailerOf(ctx) : requireSystemMailer(ctx, m.projects_invitation_needs_email);
  if (address !== null) await refuseProjectAddress(ctx, address);
  const now = ctx.clock.now();
  // Nobody learns this token of a mailed invitation: the mail gets another one.
  const token = randomToken();
  const id = newId("invitation", now);
  const made = invitationExists(id);
  const counters = address === null ? [] : mailLimits(ctx);
  const posted =
    address === null
      ? undefined
      : await mailer.queueMail(ctx, { kind: invitationMailTemplate.kind, subjectId: id, cause: id, to: address }, made);
  const [full, invitation] = await ctx.db.commitAndRead(
    [
      writeInvitation(
        {
          id,
          projectId: caller.projectId,
          tokenHash: sha256(token),
          role: input.role,
          note: input.note,
          address,
          createdBy: caller.accountId,
          clientId: input.clientId,
          now,
          expiresAt: now + VALID_FOR,
        },
        belowLimits(counters),
      ),
      audit(ctx, "member.invited", { detail: invitedAs(input.role, address, input.note) }),
      ...(posted?.statements ?? []),
      writeCounters(counters, made),
    ],
    readFull(counters),
    readInvitationBy(caller.projectId, input.clientId, mailer.deliveryStateOf),
  );
  if (!invitation) {
    const counter = counters[full ?? -1];
    throw counter ? limitRefusal(counter, now) : notFound();
  }
  if (invitation.id !== id) {
    const same = invitation.email === address && invitation.role === input.role && invitation.note === input.note;
    if (!same) throw sameClientId();
    ctx.reply.status = 200;
  } else if (posted) wakeJobs(ctx, [posted.jobId]);
  const shown = invitation.id === id && address === null;
  return { invitation, link: shown ? `${appOrigin(ctx.config, ctx.url)}/invite/${token}` : null };
}

/** Mails the invitation again; the previous link stops working when the mail is sent. */
export async function sendInvitation(ctx: Ctx, id: InvitationId): Promise<{ invitation: Invitation }> {
  const { caller } = ctx;
  const { deliveryStateOf } = systemMailerOf(ctx);
  const now = ctx.clock.now();
  const [before] = await ctx.db.read(readInvitation(caller.projectId, id, deliveryStateOf, now));
  if (!before) throw notFound();
  if (before.role === "owner" && caller.role !== "owner") throw onlyOwners();
  if (before.email === null) throw notByMail();
  const office = requireSystemMailer(ctx, m.projects_invitation_needs_email);
  const counters = mailLimits(ctx);
  const rests = sql`${invitationExists(id)} AND coalesce(${deliveryStateOf(sql`${id}`)} ->> 'state', '') NOT IN ('queued', 'sending')`;
  const { statements, jobId } = await office.queueMail(
    ctx,
    { kind: invitationMailTemplate.kind, subjectId: id, cause: `${id}:${randomToken(16)}`, to: before.email },
    sql`changes() > 0`,
  );
  const [counted] = await ctx.db.commit([
    writeCounters(counters, sql`${rests} AND ${belowLimits(counters)}`),
    ...statements,
    // Whoever mails it vouches for it: they take over an invitation whose creator may no longer invite.
    writeInvitationCreator(caller.projectId, id, caller.accountId, sql`changes() > 0`),
    audit(ctx, "member.invitation_mailed", { detail: { email: before.email } }),
  ]);
  const [invitation, full] = await ctx.db.read(readInvitation(caller.projectId, id, deliveryStateOf, now), readFull(counters));
  if (!invitation) throw notFound();
  const counter = counters[full ?? -1];
  if (counted === 0) throw counter && invitation.mail?.state !== "waiting" ? limitRefusal(counter, now) : alreadyOnItsWay();
  wakeJobs(ctx, [jobId]);
  return { invitation };
}

const invitedAs = (role: Role, address: string | null, note: string): Record<string, string> => ({
  role,
  ...(address === null ? {} : { email: address }),
  ...(note === "" ? {} : { note }),
});

/** The mail of an invitation. The address is unverified, so it contains the project's name but not the note. */
export const invitationMailTemplate: AccountMailTemplate = {
  kind: "invitation",
  async render(ctx, subjectId) {
    const now = ctx.clock.now();
    const [invitation] = await ctx.db.read(readInvitationToMail(subjectId, now));
    if (!invitation || invitation.address === null) return undefined;
    const { id, address, projectName } = invitation;
    const token = randomToken();
    return inLanguage(invitation.language, () => ({
      to: address,
      language: invitation.language,
      isVerified: false,
      subject: m.projects_invitation(),
      paragraphs: [m.projects_invitation_body({ projectName })],
      action: { label: m.projects_invitation_open(), path: `/invite/${token}` },
      belowLink: [m.projects_invitation_once(), m.projects_invitation_ignore()],
      store: (when) => [writeInvitationToken(id, sha256(token), now + VALID_FOR, when)],
    }));
  },
};
