// Wire contract of address ownership. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Email, line, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

/**
 * `active`; `waiting` for proof; `routed`: only the installation's first owner can approve it, because a code arrived at one of the
 * installation's own channels or the domain belongs to another project; `reserved`: an address of the installation or an account.
 */
export const PROOF_STATES = ["active", "waiting", "routed", "reserved"] as const;
export const AddressProof = v.object({
  address: v.string(),
  state: v.picklist(PROOF_STATES),
  /** The newest code; null when none can still be entered. */
  code: v.nullable(
    v.object({
      /** Whether the caller requested it: only they can enter it. */
      mine: v.boolean(),
      state: v.picklist(["waiting", "sent", "failed", "unclear"]),
      /** Why its mail was not sent; null when nothing went wrong. */
      error: v.nullable(v.string()),
    }),
  ),
});
export type AddressProof = v.InferOutput<typeof AddressProof>;

const ofProject = { who: "admin", params: { projectId: idOf("project") } } as const;
const Proofs = v.object({ proofs: v.array(AddressProof) });
/** The ownership state of the project's addresses. */
export const readAddressProofs = route({
  name: "readAddressProofs",
  method: "GET",
  path: "/api/management/projects/:projectId/email/proofs",
  ...ofProject,
  reply: Proofs,
});
/** Mails a code to the address, without a plus form. Repeating a `clientId` sends nothing again. */
export const askAddressCode = route({
  name: "askAddressCode",
  method: "POST",
  path: "/api/management/projects/:projectId/email/proofs",
  ...ofProject,
  body: v.strictObject({ clientId: ClientId, address: Email }),
  status: 202,
  reply: Proofs,
  errors: ["not_configured", "conflict"],
});
/** Proves ownership by the code that was mailed to the address and read outside this installation. Only who requested it can enter it. */
export const proveMailAddress = route({
  name: "proveMailAddress",
  method: "POST",
  path: "/api/management/projects/:projectId/email/proofs/code",
  ...ofProject,
  body: v.strictObject({ address: Email, code: line(40) }),
  reply: Proofs,
  errors: ["conflict"],
});

const Domain = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(253),
  v.regex(/^[^\s@"(),:;<>[\\\]\p{Cc}/?#%]+\.[^\s@".(),:;<>[\\\]\p{Cc}/?#%]{2,}$/u, m.address_verification_domain),
  v.transform((text) => text.toLowerCase()),
);
export const MailDomain = v.object({
  domain: v.string(),
  projectId: idOf("project"),
  projectName: v.string(),
  /** Addresses that the project claims at this domain. */
  addresses: v.array(v.string()),
  /** Null while it waits for an approval or for the codes of its addresses. */
  approvedAt: v.nullable(Time),
  /** A code arrived at one of the installation's own channels, so only an approval can prove ownership. */
  routed: v.boolean(),
});
export type MailDomain = v.InferOutput<typeof MailDomain>;
const Domains = v.object({ items: v.array(MailDomain), next: v.null() });
const ofInstallation = { who: "account", errors: ["forbidden", "not_found"] } as const;
const one = v.strictObject({ domain: Domain, projectId: idOf("project") });
/** Domains of all projects, for the installation's first owner. */
export const listMailDomains = route({
  name: "listMailDomains",
  method: "GET",
  path: "/api/installation/mail-domains",
  ...ofInstallation,
  reply: Domains,
});
/** Gives the project all addresses of the domain that it claims, now or later. Repeating is safe. */
export const approveMailDomain = route({
  name: "approveMailDomain",
  method: "POST",
  path: "/api/installation/mail-domains",
  ...ofInstallation,
  body: one,
  reply: Domains,
});
/** Withdraws the approval: addresses of the domain that no code has proved wait again. Repeating is safe. */
export const withdrawMailDomain = route({
  name: "withdrawMailDomain",
  method: "POST",
  path: "/api/installation/mail-domains/withdraw",
  ...ofInstallation,
  body: one,
  reply: Domains,
});
