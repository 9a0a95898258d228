// Chooses the language of the interface for the signed-in person. It is stored with the account; the cookie tells it with each request, even
// before anybody is known.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { isSecure } from "#kernel/auth/cookies.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { languageCookie } from "#kernel/language/current.ts";
import { acceptedLanguage, type Language } from "#kernel/language/languages.ts";
import { type Signed, writeBrowserLanguage, writeLanguage } from "./queries.ts";

export async function changeLanguage(ctx: RequestCtx<AccountPrincipal>, language: Language | null): Promise<{ ok: true }> {
  await ctx.db.commit([writeLanguage(ctx.caller.accountId, language)]);
  ctx.reply.headers.append("set-cookie", languageCookie(language, isSecure(ctx.config, ctx.url)));
  return { ok: true };
}

/**
 * The language of a page for somebody who has signed in, and the cookie that has to follow it, because another person used this browser or
 * they chose their language in another one. Remembers what the browser asks for, for mails.
 */
export function pageLanguage(ctx: RequestCtx, signed: Signed, current: Language | undefined): { language: Language; cookie?: string } {
  const accepted = acceptedLanguage(ctx.request.headers.get("accept-language"));
  if (signed.browserLanguage !== accepted) ctx.after(ctx.db.commit([writeBrowserLanguage(signed.accountId, accepted)]));
  const language = signed.language ?? accepted;
  return (signed.language ?? undefined) === current
    ? { language }
    : { language, cookie: languageCookie(signed.language, isSecure(ctx.config, ctx.url)) };
}
