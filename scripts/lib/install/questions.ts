// What the installer asks for when the environment does not say it. Answers that are no secrets are kept for the next start.
import type { Terminal } from "./terminal.ts";

export type Answers = Record<string, string>;

interface Question {
  readonly variable: string;
  readonly words: string;
  readonly isSecret?: boolean;
}

const QUESTIONS: readonly Question[] = [
  { variable: "PLATFORM_ACCOUNT_ID", words: "Account id (32 hexadecimal characters, in the dashboard's address)" },
  { variable: "SVC_RESOURCE_PREFIX", words: "Prefix for everything that is made (3-40 of a-z, 0-9, -)" },
  { variable: "SVC_PUBLIC_ORIGIN", words: "Address, https://desk.your-domain or https://<prefix>.<account>.workers.dev" },
  { variable: "SVC_SETUP_OWNER_EMAIL", words: "Email of the first owner (empty: whoever has the setup token)" },
  { variable: "PLATFORM_API_TOKEN", words: "API token (empty: the platform tool's own sign-in; it is not shown)", isSecret: true },
];

/** Asks for what is neither in the environment nor known from before; Enter takes what is known. `keep` gets each answer that is no secret. */
export async function askMissing(
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
  known: Answers,
  keep: (variable: string, value: string) => void,
): Promise<Answers> {
  const answers: Answers = {};
  for (const { variable, words, isSecret } of QUESTIONS) {
    if (environment[variable]?.trim()) continue;
    const before = known[variable];
    const question = `${words}${before === undefined ? "" : ` [${before}]`}: `;
    const answer = isSecret === true ? await terminal.askUnseen(question) : await terminal.ask(question);
    const value = answer === "" ? before : answer;
    if (value === undefined) continue;
    answers[variable] = value;
    if (isSecret !== true) keep(variable, value);
  }
  return answers;
}
