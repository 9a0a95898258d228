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
  /** Bytes in place of a body. */
  readonly bytes?: Buffer<ArrayBuffer>;
  readonly token?: string;
  /** Seconds that the service may wait before it answers, until the signal is given. */
  readonly wait?: { readonly seconds: number; readonly signal: AbortSignal };
}
/** A request without redirects, which could take the token to another place. */
async function send(origin: string, { path, body, bytes, token, wait }: Omit<Call<v.GenericSchema>, "reply">): Promise<Response> {
  const content = body === undefined ? bytes : JSON.stringify(body);
  const type = body === undefined ? "application/octet-stream" : "application/json";
  return await fetch(new URL(path, origin), {
    method: content === undefined ? "GET" : "POST",
    redirect: "error",
    signal: wait ? AbortSignal.any([wait.signal, AbortSignal.timeout(TIME_LIMIT + wait.seconds * 1000)]) : AbortSignal.timeout(TIME_LIMIT),
    headers: {
      accept: "application/json",
      "user-agent": `seed-desk-connector/${VERSION}`,
      ...(content === undefined ? {} : { "content-type": type }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(content === undefined ? {} : { body: content }),
  });
}
/** Reads bytes as they come. Throws as `call` does. */
export async function download(origin: string, request: Omit<Call<v.GenericSchema>, "reply">): Promise<AsyncIterable<Uint8Array>> {
  let response: Response;
  try {
    response = await send(origin, request);
    if (response.ok) return (response.body ?? []) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Unreachable(`${origin} can’t be reached: ${causeOf(error)}`);
  }
  throw problemOf(origin, response, parsed(await bounded(response).catch(() => "")));
}
/** Sends one request. Throws `Refused` for a refusal and `Unreachable` if there was no answer of a Seed Desk. */
export async function call<S extends v.GenericSchema>(origin: string, { reply, ...request }: Call<S>): Promise<v.InferOutput<S>> {
  let response: Response;
  let text: string;
  try {
    response = await send(origin, request);
    text = await bounded(response);
  } catch (error) {
    throw new Unreachable(`${origin} can’t be reached: ${causeOf(error)}`);
  }
  const answer = parsed(text);
  if (!response.ok) throw problemOf(origin, response, answer);
  const checked = v.safeParse(reply, answer);
  if (!checked.success) throw new Unreachable(`${origin} answered something that this connector doesn’t understand. Is it a Seed Desk?`);
  return checked.output;
}
function problemOf(origin: string, { status }: Response, answer: unknown): Refused | Unreachable {
  const problem = v.safeParse(Problem, answer);
  if (problem.success && status < 500) return new Refused(status, problem.output);
  return new Unreachable(problem.success ? problem.output.error : `${origin} answered with status ${status}.`);
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
