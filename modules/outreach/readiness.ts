// Whether a project can send outreach at all, and the whole mail that it would send.
import type { OutreachSequenceId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { emailConfig, fromOf, headerText, missingForSending, PROJECT_AUTHOR, readSettings } from "#modules/email";
import { readWidget } from "#modules/projects";
import { footerOf, outreachIdentity, type OutreachSender, unsubscribeAddresses } from "#modules/suppression";
import type { WholeMail } from "./canonical.ts";
import type { Missing } from "./contract.ts";

type Where = Pick<Ctx, "db" | "config" | "env">;
export interface Readiness {
  readonly projectId: ProjectId;
  /** What is missing; nothing is reviewed or sent while something is. */
  readonly missing: readonly Missing[];
  readonly sender: { readonly name: string; readonly address: string };
  readonly identity: OutreachSender["identity"];
}

/** Undefined for a project that is gone. */
export async function readReadiness(ctx: Where, projectId: ProjectId): Promise<Readiness | undefined> {
  const [[project, settings], { identity, missing: gaps }] = await Promise.all([
    ctx.db.read(readWidget(projectId), readSettings(projectId)),
    outreachIdentity(ctx, projectId),
  ]);
  if (!project) return undefined;
  const email = emailConfig(ctx.config);
  const missing: Missing[] = [
    ...(email.provider === undefined || missingForSending(email).length > 0 ? (["email"] as const) : []),
    // Without it no mail could say how to get no more.
    ...(ctx.config.appOrigin === undefined ? (["origin"] as const) : []),
    ...(gaps?.includes("identity") ? (["identity"] as const) : []),
    // Without answers, nothing would stop a sequence that was answered.
    ...(gaps?.includes("reply_address_unverified") ? (["reply_address"] as const) : []),
  ];
  const { name, address } = fromOf(PROJECT_AUTHOR, settings, project.projectName, email);
  return { projectId, missing, sender: { name: identity ? headerText(identity.senderName, 80) : name, address }, identity };
}

/** Whose mail it is: of which sequence, at which place, to which address. */
export interface Place {
  readonly sequenceId: OutreachSequenceId;
  readonly position: number;
  readonly recipient: string;
}
/** How the recipient gets no more, and the last lines of the mail; undefined while something is missing for them. */
export async function endOf(ctx: Where, { projectId, identity }: Readiness, { sequenceId, position, recipient }: Place) {
  if (identity === null || ctx.config.appOrigin === undefined) return undefined;
  const out = await unsubscribeAddresses(ctx, { projectId, address: recipient, messageKey: `${sequenceId}-${position}` });
  const why = m.outreach_why({ legalName: identity.legalName });
  return { headers: out.headers, footer: footerOf(identity, { pageUrl: out.pageUrl, why }) };
}
/** The mail as it would be sent now. The same facts always make the same mail. */
export async function wholeOf(
  ctx: Where,
  readiness: Readiness,
  place: Place,
  { subject, text }: { readonly subject: string; readonly text: string },
): Promise<WholeMail> {
  const end = await endOf(ctx, readiness, place);
  const { address: senderAddress, name: senderName } = readiness.sender;
  return { senderAddress, senderName, recipient: place.recipient, subject, text, footer: end?.footer.text ?? "" };
}
