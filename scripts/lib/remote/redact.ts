// Removes the values of the target and the path of this checkout from the output of other programs.
import { ROOT } from "../paths.ts";
import type { Target } from "../target/target.ts";

export type Redact = (text: string) => string;

/** Shorter values ("true", "7") reveal nothing and occur in any text. */
const MIN_LENGTH = 6;

/** Makes a function that replaces each value by <NAME>, also as encoded in JSON and in addresses. */
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
  const encodings = named
    .flatMap(([name, value]) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].map((text) => ({ name, text })))
    .filter(({ text }) => text.length >= MIN_LENGTH)
    .sort((a, b) => b.text.length - a.text.length);
  return (text) => encodings.reduce((left, { name, text: value }) => left.replaceAll(value, `<${name}>`), text);
}
