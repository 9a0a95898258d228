// Takes every value of the target, and the path of this checkout, out of a text that another program wrote.
import { ROOT } from "../paths.ts";
import type { Target } from "../target/target.ts";

export type Redact = (text: string) => string;

/** Shorter values ("true", "7") say nothing and occur in any text. */
const WORTH_HIDING = 6;

/** Each value becomes <NAME>, also in the spellings that JSON and addresses give it. */
export function redactor(target: Target): Redact {
  const named: [name: string, value: string][] = [
    ...Object.entries(target.variables),
    ...Object.entries(target.secrets),
    ["checkout", ROOT],
    ["PLATFORM_ACCOUNT_ID", target.accountId],
    ["PLATFORM_API_TOKEN", target.apiToken ?? ""],
    ...target.customHosts.map(({ variable, name }): [string, string] => [variable, name]),
    ["SVC_PUBLIC_ORIGIN", target.host.name],
  ];
  const spellings = named
    .flatMap(([name, value]) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].map((text) => ({ name, text })))
    .filter(({ text }) => text.length >= WORTH_HIDING)
    .sort((a, b) => b.text.length - a.text.length);
  return (text) => spellings.reduce((left, { name, text: value }) => left.replaceAll(value, `<${name}>`), text);
}
