// Calls the service: over TLS, without redirects, with a time limit, and with every answer checked before it is used.
import * as v from "valibot";
import { EXIT, Failure } from "./failure.ts";
import { VERSION } from "./machine.ts";
import { Problem } from "./wire.ts";

/** Milliseconds. */
const TIME_LIMIT = 20_000;
/** More than any answer has; a service that sends more is not ours. */
const MAX_BYTES = 1_000_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A refusal of the service. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem;
  constructor(status: number, problem: Problem) {
    super(problem.error);
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
  }
}
/** The service could not be reached, or what answered is no Seed Desk. It may help to try again. */
export class Unreachable extends Failure {}

/** The origin of an address that a person typed. Throws if it is none, or not encrypted. */
export function originOf(address: string): string {
  let url: URL;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);
  } catch {
    throw new Failure(`“${address}” is no address. It looks like https://desk.example.com`, EXIT.usage);
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname)))
    throw new Failure(`${url.origin} isn’t encrypted, and a credential would be sent there. Use https.`, EXIT.usage);
  return url.origin;
}

interface Call<S extends v.GenericSchema> {
  readonly path: string;
  readonly reply: S;
  readonly body?: object;
  readonly token?: string;
  /** Seconds that the service may wait before it answers, until the signal is given. */
  readonly wait?: { readonly seconds: number; readonly signal: AbortSignal };
}
/** Sends one request. Throws `Refused` for a refusal and `Unreachable` if there was no answer of a Seed Desk. */
export async function call<S extends v.GenericSchema>(
  origin: string,
  { path, reply, body, token, wait }: Call<S>,
): Promise<v.InferOutput<S>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, origin), {
      method: body === undefined ? "GET" : "POST",
      // A redirect could take the token to another place.
      redirect: "error",
      signal: wait
        ? AbortSignal.any([wait.signal, AbortSignal.timeout(TIME_LIMIT + wait.seconds * 1000)])
        : AbortSignal.timeout(TIME_LIMIT),
      headers: {
        accept: "application/json",
        "user-agent": `seed-desk-connector/${VERSION}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await bounded(response);
  } catch (error) {
    throw new Unreachable(`${origin} can’t be reached: ${causeOf(error)}`);
  }
  const answer = parsed(text);
  if (!response.ok) {
    const problem = v.safeParse(Problem, answer);
    if (problem.success && response.status < 500) throw new Refused(response.status, problem.output);
    throw new Unreachable(problem.success ? problem.output.error : `${origin} answered with status ${response.status}.`);
  }
  const checked = v.safeParse(reply, answer);
  if (!checked.success) throw new Unreachable(`${origin} answered something that this connector doesn’t understand. Is it a Seed Desk?`);
  return checked.output;
}

async function bounded(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new Error("the answer is too long");
  }
  return text + decoder.decode();
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: Error };
  if (name === "TimeoutError") return "no answer in time";
  return cause?.message ?? message;
}
