// The share of new conversations, as whole per cent.
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";

/** Undefined if the text is no whole number from `least` to 100. */
export function shareOf(text: string, least = 1): number | undefined {
  const share = Number(text.trim());
  return /^\d{1,3}$/.test(text.trim()) && share >= least && share <= 100 ? share : undefined;
}

export const ShareField = ({ value, onChange }: { readonly value: string; onChange(value: string): void }) => (
  <Field label={m.promotion_share()} hint={m.promotion_share_hint()}>
    <TextInput inputMode="numeric" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
  </Field>
);
