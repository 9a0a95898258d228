// `npm run assistant:questions -- --url <address> --project <id> --file questions.csv`: asks a running installation's assistant, with its real
// provider, every question of a file in the playground, and reports what is answered, declined and refused, and what it cost. Nobody gets a
// message. docs/guides/ai.md has the form of the file.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { ModelSettings } from "../modules/ai/contract.ts";
import { endWithUsage, optionsOrUsage } from "./lib/flags.ts";
import { type Asked, BadQuestions, priceOf, questionsIn, reportOf } from "./lib/question-set.ts";

const USAGE =
  "npm run assistant:questions -- --project <id> --file <questions.csv> [--url <http://127.0.0.1:8787>] [--locale en] [--guidance <text>] [--model <provider/model>] [--accept-price]\n" +
  "The password is read from SEED_DESK_PASSWORD, the address from SEED_DESK_EMAIL; without them they are asked for.";
const values = optionsOrUsage(USAGE, {
  project: { type: "string" },
  file: { type: "string" },
  url: { type: "string", default: "http://127.0.0.1:8787" },
  locale: { type: "string", default: "en" },
  guidance: { type: "string", default: "" },
  model: { type: "string" },
  "accept-price": { type: "boolean", default: false },
});
const { project, file, url, locale, guidance } = values;
if (project === undefined || file === undefined || !URL.canParse(url)) endWithUsage(USAGE);
const chosen = /^([a-z]+)\/(.+)$/u.exec(values.model ?? "");
if (values.model !== undefined && chosen === null) endWithUsage(USAGE);

const end = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};
async function typed(question: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY)
    return end(`${question.trim()} Nobody can be asked here: set SEED_DESK_EMAIL and SEED_DESK_PASSWORD, and write --accept-price.`);
  process.stderr.write(question);
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    if (isSecret) process.stderr.write("\n");
  }
}

interface Reply<T> {
  readonly status: number;
  readonly retryAfter: number;
  readonly body: T & { readonly error?: string };
}
let cookie = "";
async function call<T>(path: string, body?: object): Promise<Reply<T>> {
  const response = await fetch(new URL(path, url), {
    method: body === undefined ? "GET" : "POST",
    headers: { origin: new URL(url).origin, cookie, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => end(`${url} can't be reached: ${error instanceof Error ? error.message : String(error)}`));
  const set = response.headers.getSetCookie().map((one) => one.split(";")[0]);
  if (set.length > 0) cookie = set.join("; ");
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return {
    status: response.status,
    retryAfter: Number(response.headers.get("retry-after") ?? 0),
    body: (isJson ? JSON.parse(text) : { error: text.slice(0, 200) }) as Reply<T>["body"],
  };
}

function read(): ReturnType<typeof questionsIn> {
  try {
    return questionsIn(readFileSync(file as string, "utf8"), locale);
  } catch (error) {
    return end(error instanceof BadQuestions ? error.message : `${file ?? ""} can't be read.`);
  }
}
const questions = read();
if (questions.length === 0) end("The file has no questions.");

// Before signing in, so that no session is left behind.
if (!values["accept-price"] && !process.stdin.isTTY) end("Nobody can be asked here whether the price is fine: write --accept-price.");
const email = process.env["SEED_DESK_EMAIL"] ?? (await typed("Address of an owner or admin: "));
const password = process.env["SEED_DESK_PASSWORD"] ?? (await typed("Password: ", true));
const signedIn = await call("/login", { email, password });
if (signedIn.status >= 300) end(`Not signed in: ${signedIn.body.error ?? signedIn.status}`);

const refuse = (text: string): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};
/** The session ends with the command, whatever happened. */
async function ask(): Promise<void> {
  const settings = await call<ModelSettings>(`/api/management/projects/${project}/ai`);
  if (settings.status !== 200) return refuse(String(settings.body.error ?? settings.status));
  const model = chosen === null ? settings.body.chosen.reply : { provider: chosen[1] as string, model: chosen[2] as string };
  if (model === null) return refuse("No model is chosen for answers to customers. Choose one, or write --model.");
  const listed = settings.body.providers
    .find(({ provider }) => provider === model.provider)
    ?.models.find((one) => one.model === model.model);
  const [input, output] = [listed?.input ?? undefined, listed?.output ?? undefined];
  const price = input === undefined || output === undefined ? undefined : { input, output };
  const estimate =
    price === undefined
      ? `The price of ${model.provider}/${model.model} is not listed, so what this costs can't be said.`
      : `${model.provider}/${model.model} costs about $${priceOf(questions.length, price, "likely").toFixed(2)}, at most $${priceOf(questions.length, price, "most").toFixed(2)} (prices of ${settings.body.pricesFrom}). Questions that no document fits cost nothing.`;
  process.stderr.write(`${questions.length} questions. ${estimate}\n`);
  if (!values["accept-price"] && !/^y(?:es)?$/iu.test((await typed("Ask them? (y/N) ")).trim()))
    return void process.stderr.write("Nothing was asked.\n");

  const asked: Asked[] = [];
  for (const one of questions) {
    const body = { question: one.question, locale: one.locale, guidance, model: chosen === null ? null : model };
    let reply = await call<Asked["answer"]>(`/api/management/projects/${project}/assistant/playground`, body);
    if (reply.status === 429 && reply.retryAfter > 0 && reply.retryAfter <= 3700) {
      process.stderr.write(`The limit of an hour is reached; going on in ${reply.retryAfter} seconds.\n`);
      await wait(reply.retryAfter * 1000);
      reply = await call<Asked["answer"]>(`/api/management/projects/${project}/assistant/playground`, body);
    }
    if (reply.status !== 200) {
      refuse(`${asked.length} of ${questions.length} asked, then: ${reply.body.error ?? reply.status}`);
      break;
    }
    asked.push({ ...one, answer: reply.body });
    const { outcome, reason, sentences } = reply.body;
    const faults = sentences.flatMap(({ faults: found }) => found.map(({ fault, detail }) => `${fault}: ${detail}`));
    process.stdout.write(
      `${outcome}${reason === null ? "" : ` (${reason})`}\t${one.question}${faults.length === 0 ? "" : `\t${faults.join("; ")}`}\n`,
    );
  }
  process.stdout.write(`\n${reportOf(asked)}\n`);
}
try {
  await ask();
} finally {
  await call("/logout", {});
}
process.exit();
