// Reads SPF, DKIM and DMARC results as our own channel saw them. A header of the mail counts only if our mail server wrote it last.
import type { Authentication } from "../contract.ts";
import type { InboundMail } from "../parsing/inbound-mail.ts";

/** The server that writes the topmost Authentication-Results of mail on the platform's channel. */
const PLATFORM_SERVER = "mx.cloudflare.net";
const RESULT = /^[a-z]{1,20}$/;

export const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, "");
/** Labels below which country registries sell names: co.uk, com.au, or.jp, gob.mx … */
const REGISTRY_LABELS = new Set(
  "ac ad art asn biz co com ed edu gen go gob gouv gov govt gr gub id ind inf info lg ltd me mil muni name ne net nhs nic nom or org plc police press pro sch school".split(
    " ",
  ),
);
/** Domains below which services give names to anybody. */
const SHARED = new Set(
  "azurewebsites.net blogspot.com cloudfront.net firebaseapp.com fly.dev github.io gitlab.io herokuapp.com myshopify.com netlify.app onmicrosoft.com pages.dev vercel.app web.app wixsite.com workers.dev wordpress.com eu.org uk.com us.com de.com eu.com".split(
    " ",
  ),
);
/**
 * Whether many owners have names below a domain, so that it proves nothing about any of them. The full public suffix list would be a third
 * of the worker; a rare suffix that is missing here belongs to a registry, which sends no mail.
 */
function isPublicSuffix(domain: string): boolean {
  const labels = domain.split(".");
  if (labels.length < 2) return true;
  return SHARED.has(domain) || (labels.length === 2 && labels[1]?.length === 2 && REGISTRY_LABELS.has(labels[0] ?? ""));
}
/** Whether the domains are equal, or one is below the other. A public suffix is nobody's parent. */
export function aligns(a: string, b: string): boolean {
  if (!a.includes(".") || !b.includes(".")) return false;
  return a === b || (a.endsWith(`.${b}`) && !isPublicSuffix(b)) || (b.endsWith(`.${a}`) && !isPublicSuffix(a));
}

interface Results {
  readonly spf: { readonly result: string; readonly domain: string } | null;
  readonly dkim: readonly { readonly result: string; readonly domain: string }[];
  readonly dmarc: string | null;
}
function judged({ spf, dkim, dmarc }: Results, from: string): Authentication {
  const domain = domainOf(from);
  const signed =
    dkim.find((one) => one.result === "pass" && aligns(one.domain, domain)) ?? dkim.find((one) => one.result === "pass") ?? dkim[0];
  const aligned =
    // Without a complete address there is no domain that a check could have passed for.
    from.includes("@") &&
    (dmarc === "pass" ||
      (spf?.result === "pass" && aligns(spf.domain, domain)) ||
      dkim.some((one) => one.result === "pass" && aligns(one.domain, domain)));
  return { spf: spf?.result ?? null, dkim: signed?.result ?? null, dmarc, aligned };
}

const withoutComments = (text: string): string => {
  let rest = text;
  for (let i = 0; i < 5; i += 1) rest = rest.replaceAll(/\([^()]*\)/g, " ");
  return rest;
};

/** Fields that the platform's server writes above a mail. */
const TRACE = /^(?:received|received-spf|return-path|delivered-to|x-forwarded-(?:to|for)|arc-[a-z-]+|x-cf-[a-z-]+|cf-[a-z-]+)$/;
/** A `Received` field of the platform's own hop. */
const OWN_HOP = /\bby\s+(?:[\w-]+\.)*cloudflare(?:-email)?\.net(?![\w.-])/i;

/**
 * The results that the platform wrote. It writes them, with its own trace fields, above everything that came with the mail. So they are the
 * topmost ones, and above them are only trace fields whose `Received` are all the platform's own. An earlier server of the same name would
 * write its results below its own `Received` or among the mail's fields.
 */
function resultsOf({ headers }: InboundMail): string | undefined {
  for (const { name, value } of headers) {
    if (name === "authentication-results") return value;
    if (!TRACE.test(name) || (name === "received" && !OWN_HOP.test(value.slice(0, 2000)))) return undefined;
  }
  return undefined;
}

/** For the platform's channel: only what the platform saw counts, nothing that came with the mail. */
export function platformAuthentication(mail: InboundMail, envelopeFrom: string | null): Authentication | null {
  const top = resultsOf(mail);
  if (top === undefined) return null;
  const [server = "", ...methods] = withoutComments(top)
    .split(";")
    .map((one) => one.trim());
  if (server.split(/\s/)[0]?.toLowerCase() !== PLATFORM_SERVER) return null;
  const read = methods.slice(0, 50).flatMap((one) => {
    const [, method = "", result = ""] = /^(spf|dkim|dmarc)\s*=\s*([a-z]+)/i.exec(one) ?? [];
    const property = (name: string): string => new RegExp(`\\b${name}\\s*=\\s*"?([^\\s;"]+)`, "i").exec(one)?.[1] ?? "";
    return method === "" ? [] : [{ method: method.toLowerCase(), result: result.toLowerCase(), property }];
  });
  const spf = read.find(({ method }) => method === "spf");
  const dmarc = read.find(({ method }) => method === "dmarc");
  const from = mail.from?.address ?? "";
  // The checks apply to the sender that the server parsed. If we parse another one, they prove nothing about it.
  const passedFor = dmarc?.property("header\\.from") ?? "";
  const differs = passedFor !== "" && !aligns(domainOf(passedFor), domainOf(from));
  const seen = judged(
    {
      spf: spf ? { result: spf.result, domain: domainOf(spf.property("smtp\\.mailfrom") || (envelopeFrom ?? "")) } : null,
      dkim: read
        .filter(({ method }) => method === "dkim")
        .map(({ result, property }) => ({ result, domain: domainOf(property("header\\.d") || property("header\\.i")) })),
      dmarc: dmarc?.result ?? null,
    },
    from,
  );
  // A sender can put quoted text into its address, which the line repeats, and so inject further results.
  return differs || /["\\]/.test(top) ? { ...seen, aligned: false } : seen;
}

/** The fields `SPF` ("pass") and `dkim` ("{@example.com : pass}") of the hosted parse. */
export function hostedAuthentication(
  spf: string | undefined,
  dkim: string | undefined,
  from: string,
  envelopeFrom: string | null,
): Authentication | null {
  if (spf === undefined && dkim === undefined) return null;
  const result = spf?.trim().toLowerCase() ?? "";
  const signatures = [...(dkim ?? "").slice(0, 4000).matchAll(/@([\w.-]{1,253})\s*:\s*([a-z]{1,20})/gi)].map(
    ([, domain = "", said = ""]) => ({
      domain: domainOf(domain),
      result: said.toLowerCase(),
    }),
  );
  return judged(
    { spf: RESULT.test(result) ? { result, domain: domainOf(envelopeFrom ?? "") } : null, dkim: signatures, dmarc: null },
    from,
  );
}
