// What a result cost, and by which model.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import type { Spent } from "../../contract.ts";

const usd = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 });
const whole = new Intl.NumberFormat(locale);
const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const Spending = ({ spent: { model, costUsd, priceSource, inputTokens, outputTokens, took } }: { spent: Spent }) => (
  <span
    title={m.copilot_spent_title({
      input: whole.format(inputTokens),
      output: whole.format(outputTokens),
      seconds: seconds.format(took / 1000),
    })}
    className="text-2xs text-muted wrap-anywhere"
  >
    {m.copilot_spent({ model, cost: usd.format(costUsd), source: priceSource })}
  </span>
);

/** For a result that was paid for before. */
export const StoredSpending = ({ model }: { model: string }) => (
  <span className="text-2xs text-muted wrap-anywhere">{m.copilot_spent_stored({ model })}</span>
);
