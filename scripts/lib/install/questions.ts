// Asks for variables that the environment does not contain. Answers that are not secrets are kept for the next run.
import type { Terminal } from "./terminal.ts";

export type Answers = Record<string, string>;

interface Question {
  readonly variable: string;
  readonly text: string;
  readonly isSecret?: boolean;
}

const QUESTIONS: readonly Question[] = [
  { variable: "PLATFORM_ACCOUNT_ID", text: "Account id (32 hexadecimal characters, in the dashboard's address)" },
  { variable: "SVC_RESOURCE_PREFIX", text: "Prefix for everything that is made (3-40 of a-z, 0-9, -)" },
  { variable: "SVC_PUBLIC_ORIGIN", text: "Address, https://desk.your-domain or https://<prefix>.<account>.workers.dev" },
  { variable: "SVC_SETUP_OWNER_EMAIL", text: "Email of the first owner (empty: whoever has the setup token)" },
  { variable: "PLATFORM_API_TOKEN", text: "API token (empty: the platform tool's own sign-in; it is not shown)", isSecret: true },
];

/** Asks for every variable that is not in the environment; Enter accepts a known answer. `keep` is called with each answer that is not a secret. */
export async function askMissing(
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
  known: Answers,
  keep: (variable: string, value: string) => void,
): Promise<Answers> {
  const answers: Answers = {};
  for (const { variable, text, isSecret } of QUESTIONS) {
    if (environment[variable]?.trim()) continue;
    const before = known[variable];
    const question = `${text}${before === undefined ? "" : ` [${before}]`}: `;
    const answer = isSecret === true ? await terminal.askSecret(question) : await terminal.ask(question);
    const value = answer === "" ? before : answer;
    if (value === undefined) continue;
    answers[variable] = value;
    if (isSecret !== true) keep(variable, value);
  }
  return answers;
}
