// Sends one query to a DNS resolver in JSON over HTTPS, with a deadline. Never throws: failures are outcomes.
// The format has no RFC: https://developers.google.com/speed/public-dns/docs/doh/json, which
// https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ follows.
import { seconds } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";

export type Found =
  /** The values found; empty when the name has no record of the type. `aliases`: the CNAMEs that were followed. */
  | { readonly kind: "answer"; readonly values: readonly string[]; readonly aliases: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string };

const DEADLINE = seconds(5);
const MAX_ANSWER = 64 * 1024;
const MAX_RECORDS = 50;
const TYPES = { CNAME: 5, MX: 15, TXT: 16 } as const;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
const REFUSALS: Readonly<Record<number, () => string>> = {
  2: m.email_settings_resolver_servfail,
  5: m.email_settings_resolver_refused,
};

export async function lookUp(
  { fetch, log }: Pick<Ctx, "fetch" | "log">,
  resolver: string,
  name: string,
  type: keyof typeof TYPES,
): Promise<Found> {
  const url = new URL(resolver);
  url.searchParams.set("name", name);
  url.searchParams.set("type", type);
  try {
    const response = await fetch(url.href, {
      headers: { accept: "application/dns-json" },
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return failed(m.email_settings_resolver_status({ status: response.status }));
    }
    const text = await textOf(response);
    return text === undefined ? failed(m.email_settings_resolver_too_long()) : read(text, type);
  } catch (error) {
    log.warn("a DNS resolver did not answer", { error: String(error) });
    const late = error instanceof Error && error.name === "TimeoutError";
    return failed(late ? m.email_settings_resolver_late() : m.email_settings_resolver_unreachable());
  }
}
const failed = (reason: string): Found => ({ kind: "failed", reason });

/** The body; undefined when it is larger than any genuine answer. */
async function textOf(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_ANSWER) return undefined;
  }
  return text;
}

function read(text: string, type: keyof typeof TYPES): Found {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failed(m.email_settings_resolver_not_json());
  }
  if (typeof body !== "object" || body === null || !("Status" in body) || typeof body.Status !== "number")
    return failed(m.email_settings_resolver_not_json());
  if (body.Status !== NO_ERROR && body.Status !== NO_SUCH_NAME)
    return failed(REFUSALS[body.Status]?.() ?? m.email_settings_resolver_error({ status: body.Status }));
  const answers: unknown[] = "Answer" in body && Array.isArray(body.Answer) ? body.Answer.slice(0, MAX_RECORDS) : [];
  const of = (wanted: number): string[] =>
    answers.flatMap((one) =>
      typeof one === "object" && one !== null && "type" in one && one.type === wanted && "data" in one && typeof one.data === "string"
        ? [one.data]
        : [],
    );
  const values = of(TYPES[type]);
  return {
    kind: "answer",
    values: type === "TXT" ? values.map(unquoted) : values.map(withoutDot),
    aliases: of(TYPES.CNAME).map(withoutDot),
  };
}
const withoutDot = (name: string): string => name.trim().replace(/\.$/, "").toLowerCase();

/** The strings of a TXT record as one text: "a" "b" of the master-file form (RFC 1035 section 5.1), or the bare text. */
export function unquoted(data: string): string {
  const text = data.trim();
  if (!text.startsWith('"')) return text;
  let out = "";
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at] ?? "";
    if (c === '"') inside = !inside;
    else if (inside && c === "\\") {
      const code = /^\d{3}/.exec(text.slice(at + 1, at + 4))?.[0];
      out += code === undefined ? (text[at + 1] ?? "") : String.fromCharCode(Number(code));
      at += code === undefined ? 1 : 3;
    } else if (inside) out += c;
  }
  return out;
}
