// Account mails. Each is written when it is sent: only then is looked whether there is an account, and only then is there
// a token. Whoever asks for an account causes the same work either way.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import type { AccountMail, AccountMailTemplate } from "./extension.ts";
import { type Address, readAddress, readAddressBy } from "./queries.ts";
import { readUnsent, type Request, type TokenKind, writeMinted } from "./token-queries.ts";

type Ctx = Parameters<AccountMailTemplate["write"]>[0];
interface Writing {
  readonly request: Request;
  /** Who has the address of the request now. */
  readonly holder: Address | undefined;
  readonly token: string;
}
const NOT_YOU = "If you did not ask for this, ignore this mail: nothing happens.";
const HOUR = "The link works once, for one hour.";

/** A template of account mail about a request that still stands; its token is stored as the mail goes out. */
function kindOf(
  kind: string,
  of: TokenKind,
  write: (ctx: Ctx, writing: Writing) => Promise<Omit<AccountMail, "store"> | undefined>,
): AccountMailTemplate {
  return {
    kind,
    async write(ctx, subjectId) {
      const now = ctx.clock.now();
      const [request] = await ctx.db.read(readUnsent(subjectId, now));
      if (request?.kind !== of) return undefined;
      const [holder] = await ctx.db.read(readAddressBy(request.address));
      const token = randomToken();
      const mail = await write(ctx, { request, holder, token });
      return mail && { ...mail, store: (when) => [writeMinted(request.id, sha256(token), now, when)] };
    },
  };
}

const register = kindOf("register", "register", async (_, { request, holder, token }) => ({
  to: request.address,
  proved: false,
  subject: "Your registration",
  ...(holder
    ? {
        paragraphs: [
          "Somebody asked for an account with this address. You have one already: sign in with it.",
          "If you do not know your password any more, choose Forgot your password? on that page.",
        ],
        action: { label: "Sign in", path: "/login" },
        afterwards: [NOT_YOU],
      }
    : {
        paragraphs: ["Somebody asked for an account with this address. Open this link to choose a name and a password."],
        action: { label: "Create the account", path: `/register/${token}` },
        afterwards: [HOUR, NOT_YOU],
      }),
}));

const reset = kindOf(
  "reset",
  "reset",
  async (_, { request, holder, token }) =>
    holder && {
      to: request.address,
      proved: holder.confirmedAt !== null,
      subject: "Reset your password",
      paragraphs: ["Somebody asked for a new password for your account. Open this link to choose one. It ends all your sessions."],
      action: { label: "Choose a new password", path: `/recover/${token}` },
      afterwards: [HOUR, NOT_YOU],
    },
);

const confirm = kindOf("confirm", "confirm", async (_, { request, holder, token }) =>
  holder?.accountId !== request.accountId
    ? undefined
    : {
        to: request.address,
        proved: false,
        subject: "Confirm your address",
        paragraphs: ["Open this link to confirm that this is the address of your account."],
        action: { label: "Confirm the address", path: `/confirm/${token}` },
        afterwards: [HOUR, NOT_YOU],
      },
);

const change = kindOf("change", "change", async (_, { request, holder, token }) => ({
  to: request.address,
  proved: false,
  subject: "Confirm your new address",
  ...(holder
    ? {
        paragraphs: [
          "Somebody tried to give their account this address. It is the address of your own account, so nothing was changed.",
          "There is nothing that you have to do.",
        ],
      }
    : {
        paragraphs: ["Open this link to make this the address that you sign in with."],
        action: { label: "Use this address", path: `/confirm/${token}` },
        afterwards: [HOUR, NOT_YOU],
      }),
}));

/** Tells the old address, when it was proved, that another one is about to take its place. It brings no token. */
const changeNotice: AccountMailTemplate = {
  kind: "change-notice",
  async write(ctx, subjectId) {
    const [request] = await ctx.db.read(readUnsent(subjectId, ctx.clock.now()));
    if (request?.kind !== "change" || request.accountId === null) return undefined;
    const [own] = await ctx.db.read(readAddress(request.accountId));
    if (!own || own.confirmedAt === null) return undefined;
    return {
      to: own.email,
      proved: true,
      subject: "A change of your address",
      paragraphs: [
        "Somebody who knows the password of your account asked for another address for it. It changes when the link in the mail to that address is opened.",
        "If that was not you, choose a new password now: this ends all sessions and takes the change back.",
      ],
      action: { label: "Choose a new password", path: "/recover" },
      store: () => [],
    };
  },
};

export const accountMails: readonly AccountMailTemplate[] = [register, reset, confirm, change, changeNotice];
