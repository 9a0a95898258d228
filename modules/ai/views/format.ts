// Formats money, tokens, and names of models.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { type ModelChoice, TITLES } from "../contract.ts";

const cents = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
const fine = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 });
/** US dollars; small amounts with as many digits as say something. */
export const formatUsd = (usd: number): string => (usd === 0 || usd >= 1 ? cents : fine).format(usd);
const whole = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
export const formatCount = (count: number): string => whole.format(count);
export const formatTokens = (tokens: number): string => compact.format(tokens);
const utc = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
/** A day (UTC), such as `2026-11-23`, in words. */
export const formatUtcDay = (day: string): string => utc.format(new Date(`${day}T00:00:00Z`));

/** The provider's name. */
export const providerName = (provider: string): string =>
  provider === "own" ? m.ai_provider_own() : (TITLES[provider as keyof typeof TITLES] ?? provider);
export const sameChoice = (a: ModelChoice | null, b: ModelChoice | null): boolean => a?.provider === b?.provider && a?.model === b?.model;
