import type { AccountId, SessionId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "drizzle-orm";

type Caller = Omit<Ctx, "caller">;
/** Told when sessions of a person ended: who holds live connections of them closes these. `only` one, or all `except` one, or all. */
export const sessionsEnded =
  extensionPoint<(ctx: Caller, which: { accountId: AccountId; only?: SessionId; except?: SessionId }) => Promise<void>>("sessionsEnded");

/** Told when a person goes by another name. */
export const nameChanged = extensionPoint<(ctx: Caller, accountId: AccountId) => Promise<void>>("nameChanged");

/** A mail of the product itself, written at the moment of sending. Nothing of it is kept. */
export interface Letter {
  readonly to: string;
  /** Whether the person proved the address: else it gets only a few mails in an hour. */
  readonly proved: boolean;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The link stands below the paragraphs; `path` is one of the application's own. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Stands below the link. */
  readonly afterwards?: readonly string[];
  /** What is stored when the mail is taken for sending, such as the hash of its token. */
  readonly store: (when: SQL) => readonly SQL[];
}
/** One kind of letter. `write` mints what the letter brings; undefined when there is nothing to send any more. */
export interface LetterKind {
  readonly kind: string;
  readonly write: (ctx: Caller, subjectId: string) => Promise<Letter | undefined>;
}
export const letterKinds = extensionPoint<LetterKind>("letterKinds");

/** Sends mails of the product itself. Rows and jobs hold ids only: the letter is written when it is sent. */
export interface PostOffice {
  /** Names of the variables without which no mail with a link is sent. */
  readonly missing: (config: Ctx["config"]) => string[];
  /** Statements for the caller's own batch, and the job to hint at after it. One cause makes one mail. */
  readonly post: (
    ctx: Caller,
    mail: { readonly kind: string; readonly subjectId: string; readonly cause: string; readonly to: string },
    when: SQL,
  ) => Promise<{ readonly statements: readonly SQL[]; readonly jobId: string }>;
  /** How the newest mail about a subject stands, as an expression: null, or JSON of `MailStanding`. */
  readonly standingOf: (subjectId: SQL) => SQL;
  /** Holds while this installation takes mail in at the address: whoever reads it here could open the links of others. */
  readonly isOwnAddress: (address: string) => SQL;
  /** Holds while a project has the address, to take mail in or to send: it becomes no account's. */
  readonly isProjectAddress: (address: string) => SQL;
}
export const postOffice = extensionPoint<PostOffice>("postOffice");
