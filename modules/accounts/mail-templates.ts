// Mail templates of accounts. Each is rendered when the mail is sent: only then is the account looked up and the token created, so a
// request causes the same work whether or not an account exists.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import type { AccountMail, AccountMailTemplate } from "./extension.ts";
import { type Address, readAddress, readAddressBy } from "./queries.ts";
import { readUnsent, type Request, type TokenKind, writeToken } from "./token-queries.ts";

type Ctx = Parameters<AccountMailTemplate["render"]>[0];
interface Rendering {
  readonly request: Request;
  /** The account that has the address now. */
  readonly holder: Address | undefined;
  readonly token: string;
}
const NOT_YOU = "If you didn’t request this, you can ignore this email.";
const HOUR = "The link works once and expires in one hour.";

/** A template for a request that is still open. Its token is stored when the mail is sent. */
function templateFor(
  kind: string,
  of: TokenKind,
  write: (ctx: Ctx, writing: Rendering) => Promise<Omit<AccountMail, "store"> | undefined>,
): AccountMailTemplate {
  return {
    kind,
    async render(ctx, subjectId) {
      const now = ctx.clock.now();
      const [request] = await ctx.db.read(readUnsent(subjectId, now));
      if (request?.kind !== of) return undefined;
      const [holder] = await ctx.db.read(readAddressBy(request.address));
      const token = randomToken();
      const mail = await write(ctx, { request, holder, token });
      return mail && { ...mail, store: (when) => [writeToken(request.id, sha256(token), now, when)] };
    },
  };
}

const register = templateFor("register", "register", async (_, { request, holder, token }) => ({
  to: request.address,
  isVerified: false,
  subject: "Your registration",
  ...(holder
    ? {
        paragraphs: [
          "Someone tried to create an account with this address. You already have one, so just sign in.",
          "If you don’t know your password, choose Forgot your password? on that page.",
        ],
        action: { label: "Sign in", path: "/login" },
        belowLink: [NOT_YOU],
      }
    : {
        paragraphs: ["Open this link to create your account and choose a name and password."],
        action: { label: "Create account", path: `/register/${token}` },
        belowLink: [HOUR, NOT_YOU],
      }),
}));

const reset = templateFor(
  "reset",
  "reset",
  async (_, { request, holder, token }) =>
    holder && {
      to: request.address,
      isVerified: holder.confirmedAt !== null,
      subject: "Reset your password",
      paragraphs: ["Someone requested a new password for your account. Open this link to choose one. You’ll be signed out everywhere."],
      action: { label: "Choose a new password", path: `/recover/${token}` },
      belowLink: [HOUR, NOT_YOU],
    },
);

const confirm = templateFor("confirm", "confirm", async (_, { request, holder, token }) =>
  holder?.accountId !== request.accountId
    ? undefined
    : {
        to: request.address,
        isVerified: false,
        subject: "Confirm your address",
        paragraphs: ["Open this link to confirm your email address."],
        action: { label: "Confirm address", path: `/confirm/${token}` },
        belowLink: [HOUR, NOT_YOU],
      },
);

const change = templateFor("change", "change", async (_, { request, holder, token }) => ({
  to: request.address,
  isVerified: false,
  subject: "Confirm your new address",
  ...(holder
    ? {
        paragraphs: [
          "Someone tried to use this address for their account. It already belongs to yours, so nothing changed.",
          "You don’t need to do anything.",
        ],
      }
    : {
        paragraphs: ["Open this link to start signing in with this address."],
        action: { label: "Use this address", path: `/confirm/${token}` },
        belowLink: [HOUR, NOT_YOU],
      }),
}));

/** Notifies the old address, if it was verified, that another one is about to replace it. It contains no token. */
const changeNotice: AccountMailTemplate = {
  kind: "change-notice",
  async render(ctx, subjectId) {
    const [request] = await ctx.db.read(readUnsent(subjectId, ctx.clock.now()));
    if (request?.kind !== "change" || request.accountId === null) return undefined;
    const [own] = await ctx.db.read(readAddress(request.accountId));
    if (!own || own.confirmedAt === null) return undefined;
    return {
      to: own.email,
      isVerified: true,
      subject: "Your email address is about to change",
      paragraphs: [
        "Someone who knows your password asked to change your account’s email address. It changes once the link we emailed to the new address is used.",
        "If that wasn’t you, choose a new password now: this signs you out everywhere and cancels the change.",
      ],
      action: { label: "Choose a new password", path: "/recover" },
      store: () => [],
    };
  },
};

export const accountTemplates: readonly AccountMailTemplate[] = [register, reset, confirm, change, changeNotice];
