// The language in which the worker says messages: that of the request, or of whoever a job writes to. Without one it is English.
import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteGetLocale } from "#messages/runtime";
import { readCookie } from "#kernel/auth/cookies.ts";
import { acceptedLanguage, type Language, languageOf } from "./languages.ts";

const spoken = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => spoken.getStore() ?? "en");

/** Runs the work, and all that it waits for, in a language. */
export const inLanguage = <T>(language: Language, work: () => T): T => spoken.run(language, work);

/** The cookie with the language that the signed-in person chose; without it the browser's preference counts. */
export const LANGUAGE_COOKIE = "language";

/** The language in which a request is answered. */
export const languageOfRequest = ({ headers }: Request): Language =>
  languageOf(readCookie(headers.get("cookie"), LANGUAGE_COOKIE) ?? "") ?? acceptedLanguage(headers.get("accept-language"));

/** The Set-Cookie value for a chosen language; null removes it. It is no secret, and no other site may set the page's language by it. */
export const languageCookie = (language: Language | null, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${language ?? ""}; Path=/; Max-Age=${language === null ? 0 : 31_536_000}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
