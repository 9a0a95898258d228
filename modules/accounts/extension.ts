// Extension points of accounts: ended sessions, changed names, the page after sign-in, account mail templates, and the system mailer.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, SessionId } from "#kernel/ids/index.ts";
import type { Language } from "#kernel/language/languages.ts";
import { type Ctx, extensionPoint, type Extensions } from "#kernel/module/index.ts";
import type { Query, SQL } from "#kernel/db/index.ts";

type SystemCtx = Omit<Ctx, "caller">;
/** Called when sessions of an account ended, so that their sockets are closed: `only` one, all `except` one, or all. */
export const sessionsEnded =
  extensionPoint<(ctx: SystemCtx, which: { accountId: AccountId; only?: SessionId; except?: SessionId }) => Promise<void>>("sessionsEnded");

/**
 * Adds statements to the batch in which a person ends all their other sessions: themself, by a new password, or by a new address. They
 * run under the condition `when`. For what was signed in by other means than a session; a single sign-out does not end it.
 */
export interface SignOutEverywhere {
  readonly name: string;
  readonly statements: (accountId: AccountId, when: SQL, now: number, extensions: Extensions) => readonly SQL[];
}
export const signOutEverywhere = extensionPoint<SignOutEverywhere>("signOutEverywhere");
/** The statements of all modules for that batch. */
export const writeSignOutEverywhere = ({ registry, clock }: Pick<Ctx, "registry" | "clock">, accountId: AccountId, when: SQL): SQL[] =>
  registry.extensions.of(signOutEverywhere).flatMap(({ statements }) => [...statements(accountId, when, clock.now(), registry.extensions)]);

/** Adds statements to the batch in which the first owner renames the installation; they stand before the change. */
export const installationRenamed =
  extensionPoint<(ctx: RequestCtx<AccountPrincipal>, name: string | null) => Promise<readonly SQL[]>>("installationRenamed");
/** Called when an account's name changes. */
export const nameChanged = extensionPoint<(ctx: SystemCtx, accountId: AccountId) => Promise<void>>("nameChanged");

/** Suggests the page that opens after sign-in, when no other was asked for; undefined for the list of projects. */
export const startPage = extensionPoint<(accountId: AccountId) => Query<string | undefined>>("startPage");

/** A mail about an account, rendered when it is sent. Its text is not stored. */
export interface AccountMail {
  readonly to: string;
  /** Whether the address is verified. Unverified addresses get only a few mails an hour. */
  readonly isVerified: boolean;
  /** In which the subject and the paragraphs are; English if it is left out. */
  readonly language?: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The link below the paragraphs; `path` is one of the application's own. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Shown below the link. */
  readonly belowLink?: readonly string[];
  /** Stored when the mail is claimed for sending, such as the hash of its token. */
  readonly store: (when: SQL) => readonly SQL[];
}
/** A template of account mail. `render` also creates the token; it answers undefined when there is nothing left to send. */
export interface AccountMailTemplate {
  readonly kind: string;
  readonly render: (ctx: SystemCtx, subjectId: string) => Promise<AccountMail | undefined>;
}
export const accountMailTemplates = extensionPoint<AccountMailTemplate>("accountMailTemplates");

/** Sends account mail. Rows and jobs hold ids only: the mail is rendered when it is sent. */
export interface SystemMailer {
  /** Names of the missing variables without which no mail with a link is sent. */
  readonly missing: (config: Ctx["config"]) => string[];
  /** Statements for the caller's own batch, and the job to wake after it. The same cause never makes a second mail. */
  readonly queueMail: (
    ctx: SystemCtx,
    mail: { readonly kind: string; readonly subjectId: string; readonly cause: string; readonly to: string },
    when: SQL,
  ) => Promise<{ readonly statements: readonly SQL[]; readonly jobId: string }>;
  /** Delivery state of the newest mail about a subject, as an expression: null, or JSON of `MailDeliveryState`. */
  readonly deliveryStateOf: (subjectId: SQL) => SQL;
  /** Holds while this installation receives mail at the address: its members could open links meant for others. */
  readonly isInstallationAddress: (address: string) => SQL;
  /** Holds while a project uses the address to receive or send mail: no account may have it. */
  readonly isProjectAddress: (address: string) => SQL;
}
export const systemMailer = extensionPoint<SystemMailer>("systemMailer");
