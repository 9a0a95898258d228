// Sets up worlds for tests of accounts by mail: registration, the provider's double, and the links in its mails.
import { vi } from "vitest";
import { CHALLENGE_SECRET, CHALLENGE_SITE_KEY, Turnstile } from "../doubles/challenge/turnstile.ts";
import { type Sent, sentIn } from "./sent-mail.ts";
import { type Answer, makeWorld, type Options, type World } from "./world.ts";

export const APP = "http://localhost:8787";
export const PASSWORD = "seven quiet lamps";
interface SentWithKey extends Sent {
  /** The provider's idempotency key. */
  readonly key: string;
}
/** A failure instead of the provider's answer; `lost` accepts the mail and cuts the connection. */
type Trouble = "lost" | "refused" | "busy";

export class ProviderDouble {
  readonly mails: SentWithKey[] = [];
  readonly challenge: Turnstile;
  readonly #troubles: Trouble[] = [];
  constructor(now: () => number) {
    this.challenge = new Turnstile(now);
    vi.stubGlobal("fetch", (to: string, init: RequestInit) => this.#answer(new Request(to, init)));
  }
  trouble(...troubles: readonly Trouble[]): void {
    this.#troubles.push(...troubles);
  }
  /** Mails to an address. */
  to(address: string): SentWithKey[] {
    return this.mails.filter((mail) => mail.to === address);
  }
  async #answer(request: Request): Promise<Response> {
    const { hostname } = new URL(request.url);
    if (hostname === "challenge.double") return await this.challenge.answer(request);
    if (hostname !== "mail.double") throw new TypeError(`nobody is at ${hostname}`);
    const whole = await request.text();
    const trouble = this.#troubles.shift();
    if (trouble === "busy") return Response.json({ name: "rate_limit_exceeded", message: "Too many requests" }, { status: 429 });
    if (trouble === "refused") return Response.json({ name: "validation_error", message: "Invalid `to` field." }, { status: 422 });
    this.mails.push({ ...sentIn(whole), key: request.headers.get("idempotency-key") ?? "" });
    if (trouble === "lost") throw new TypeError("Network connection lost.");
    return Response.json({ id: crypto.randomUUID() });
  }
}

export type MailingWorld = World & { readonly provider: ProviderDouble };
export const CHALLENGED = { CHALLENGE_SECRET, CHALLENGE_SITE_KEY, TEST_CHALLENGE_BASE_URL: "https://challenge.double" };
/** A world with registration and mail. Its origin is set after setup, because setup would refuse a public address. */
export async function mailingWorld(options: Options = {}): Promise<MailingWorld> {
  const world = await makeWorld({ ...options, vars: { RATE_LIMITS: '{"projectsPerAccountDay":1000}' } });
  world.env = {
    ...world.env,
    APP_ORIGIN: APP,
    REGISTRATION_ENABLED: "true",
    EMAIL_PROVIDER: "resend",
    EMAIL_API_KEY: "re_double",
    EMAIL_FROM: "desk@acme.example",
    TEST_EMAIL_BASE_URL: "https://mail.double",
    ...options.vars,
  };
  return Object.assign(world, { provider: new ProviderDouble(() => world.clock.now()) });
}

let made = 0;
export const someAddress = (): string => `person${++made}-${crypto.randomUUID().slice(0, 8)}@people.example`;
/** The path of the only link to the application in a mail. */
export function linkIn(mail: Sent | undefined): string {
  const found = [...(mail?.text ?? "").matchAll(/^http:\/\/localhost:8787(\/\w+\/[A-Za-z0-9_-]{43})$/gm)].map(([, path]) => path ?? "");
  if (found.length !== 1) throw new Error(`no link in ${JSON.stringify(mail)}`);
  return found[0] ?? "";
}
export const ask = (world: World, path: "/register" | "/recover", email: string, from?: string, more: object = {}): Promise<Answer> =>
  world.call(path, { body: { email, ...more }, ...(from === undefined ? {} : { headers: { "cf-connecting-ip": from } }) });
export const cookieOf = (answer: Answer): string => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
/** An account with a confirmed address and a session. */
export async function person(world: MailingWorld, address = someAddress()): Promise<{ address: string; cookie: string; id: string }> {
  await ask(world, "/register", address);
  const made = await world.call<{ person: { id: string } }>(linkIn(world.provider.to(address).at(-1)), {
    body: { name: "Pia", password: PASSWORD },
  });
  if (made.status !== 201) throw new Error(`person: ${made.status} ${JSON.stringify(made.body)}`);
  return { address, cookie: cookieOf(made), id: made.body.person.id };
}
