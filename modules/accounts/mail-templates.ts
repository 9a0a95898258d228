// Mail templates of accounts. Each is rendered when the mail is sent: only then is the account looked up and the token created, so a
// request causes the same work whether or not an account exists.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import { m } from "#messages";
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
      const mail = await inLanguage(request.language, () => write(ctx, { request, holder, token }));
      return mail && { ...mail, language: request.language, store: (when) => [writeToken(request.id, sha256(token), now, when)] };
    },
  };
}

const register = templateFor("register", "register", async (_, { request, holder, token }) => ({
  to: request.address,
  isVerified: false,
  subject: m.accounts_mail_register_subject(),
  ...(holder
    ? {
        paragraphs: [m.accounts_mail_have_account(), m.accounts_mail_forgot_password()],
        action: { label: m.accounts_sign_in(), path: "/login" },
        belowLink: [m.accounts_mail_ignore()],
      }
    : {
        paragraphs: [m.accounts_mail_register()],
        action: { label: m.accounts_create(), path: `/register/${token}` },
        belowLink: [m.accounts_mail_link_once(), m.accounts_mail_ignore()],
      }),
}));

const reset = templateFor(
  "reset",
  "reset",
  async (_, { request, holder, token }) =>
    holder && {
      to: request.address,
      isVerified: holder.confirmedAt !== null,
      subject: m.accounts_mail_recover_subject(),
      paragraphs: [m.accounts_mail_recover()],
      action: { label: m.accounts_choose_new_password(), path: `/recover/${token}` },
      belowLink: [m.accounts_mail_link_once(), m.accounts_mail_ignore()],
    },
);

const confirm = templateFor("confirm", "confirm", async (_, { request, holder, token }) =>
  holder?.accountId !== request.accountId
    ? undefined
    : {
        to: request.address,
        isVerified: false,
        subject: m.accounts_confirm_your_address(),
        paragraphs: [m.accounts_mail_confirm()],
        action: { label: m.accounts_confirm_address(), path: `/confirm/${token}` },
        belowLink: [m.accounts_mail_link_once(), m.accounts_mail_ignore()],
      },
);

const change = templateFor("change", "change", async (_, { request, holder, token }) => ({
  to: request.address,
  isVerified: false,
  subject: m.accounts_mail_change_subject(),
  ...(holder
    ? {
        paragraphs: [m.accounts_mail_address_is_yours(), m.accounts_mail_nothing_to_do()],
      }
    : {
        paragraphs: [m.accounts_mail_change()],
        action: { label: m.accounts_use_this_address(), path: `/confirm/${token}` },
        belowLink: [m.accounts_mail_link_once(), m.accounts_mail_ignore()],
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
    return inLanguage(request.language, () => ({
      to: own.email,
      language: request.language,
      isVerified: true,
      subject: m.accounts_mail_warning_subject(),
      paragraphs: [m.accounts_mail_warning(), m.accounts_mail_warning_not_you()],
      action: { label: m.accounts_choose_new_password(), path: "/recover" },
      store: () => [],
    }));
  },
};

export const accountTemplates: readonly AccountMailTemplate[] = [register, reset, confirm, change, changeNotice];
