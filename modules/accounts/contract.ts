// Wire contract of accounts and sessions. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { LANGUAGES } from "#kernel/language/languages.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, Done, Email, Empty, line, noNul, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

export const AccountIdField = idOf("account");
export const SessionIdField = idOf("session");

/** Passwords are taken exactly as typed: 12 to 128 characters, any of them (ASVS 5.0 §6.2). */
export const NewPassword = v.pipe(v.string(), noNul, v.minLength(12, m.accounts_password_too_short), atMost(128));
/** A password to compare: only its length is bounded, so that a wrong password is never refused for its form. */
const GivenPassword = v.pipe(v.string(), atMost(128));

export const Person = v.object({ id: AccountIdField, email: v.string(), name: v.string() });
export type Person = v.InferOutput<typeof Person>;

export const SetupBody = v.strictObject({
  name: v.optional(line(80), "Owner"),
  email: Email,
  password: NewPassword,
  setupToken: v.optional(v.string(), ""),
});
export const LoginBody = v.strictObject({
  email: Email,
  password: GivenPassword,
  next: v.optional(v.pipe(v.string(), v.maxLength(500)), ""),
});

// Pages and their forms: HTML without scripts, JSON on request.
export const setupPage = route({ name: "setupPage", method: "GET", path: "/setup", who: "anyone", reply: "raw" });
export const setupOwner = route({
  name: "setupOwner",
  method: "POST",
  path: "/setup",
  who: "anyone",
  body: "raw",
  reply: "raw",
  status: 201,
  errors: ["setup_closed", "not_configured", "forbidden"],
});
export const loginPage = route({
  name: "loginPage",
  method: "GET",
  path: "/login",
  who: "anyone",
  query: v.object({ next: v.optional(v.string()) }),
  reply: "raw",
});
export const login = route({
  name: "login",
  method: "POST",
  path: "/login",
  who: "anyone",
  body: "raw",
  reply: "raw",
  errors: ["unauthenticated", "rate_limited"],
});
export const logout = route({ name: "logout", method: "POST", path: "/logout", who: "anyone", body: "raw", reply: "raw" });

/** A token of 256 bits in base64url. */
const LinkToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
const link = { params: { token: LinkToken }, who: "anyone", reply: "raw" } as const;

/** `cf-turnstile-response` is the name that the challenge service gives its field. */
export const MailRequestBody = v.strictObject({
  email: Email,
  "cf-turnstile-response": v.optional(v.pipe(v.string(), v.maxLength(4096)), ""),
});
// `username` repeats the address for password managers; the account is that of the link.
const username = v.optional(v.pipe(v.string(), v.maxLength(254)));
export const FinishRegisterBody = v.strictObject({ name: line(80), password: NewPassword, username });
export const FinishResetBody = v.strictObject({ password: NewPassword, username });
export const ConfirmBody = Empty;

export const registerPage = route({
  name: "registerPage",
  method: "GET",
  path: "/register",
  who: "anyone",
  reply: "raw",
  errors: ["forbidden", "not_configured"],
});
/** Requests an account: the same answer for every address. */
export const register = route({
  name: "register",
  method: "POST",
  path: "/register",
  who: "anyone",
  limits: ["registrationsPerIpDay"],
  body: "raw",
  reply: "raw",
  status: 202,
  errors: ["forbidden", "not_configured", "misconfigured", "unavailable", "conflict", "rate_limited"],
});
export const registerLinkPage = route({ name: "registerLinkPage", method: "GET", path: "/register/:token", ...link });
/** Creates the account with a verified address and signs in. */
export const finishRegister = route({
  name: "finishRegister",
  method: "POST",
  path: "/register/:token",
  ...link,
  body: "raw",
  status: 201,
  errors: ["not_found", "conflict"],
});
export const recoverPage = route({
  name: "recoverPage",
  method: "GET",
  path: "/recover",
  who: "anyone",
  reply: "raw",
  errors: ["not_configured"],
});
/** Requests a new password: the same answer for every address. */
export const recover = route({
  name: "recover",
  method: "POST",
  path: "/recover",
  who: "anyone",
  body: "raw",
  reply: "raw",
  status: 202,
  errors: ["forbidden", "not_configured", "misconfigured", "unavailable", "conflict", "rate_limited"],
});
export const recoverLinkPage = route({ name: "recoverLinkPage", method: "GET", path: "/recover/:token", ...link });
/** Sets the new password, ends all sessions of the account and begins a new one. */
export const finishRecover = route({
  name: "finishRecover",
  method: "POST",
  path: "/recover/:token",
  ...link,
  body: "raw",
  errors: ["not_found"],
});
export const confirmPage = route({ name: "confirmPage", method: "GET", path: "/confirm/:token", ...link });
/** Verifies the address of an account, or replaces it by the new one. */
export const confirmAddress = route({
  name: "confirmAddress",
  method: "POST",
  path: "/confirm/:token",
  ...link,
  body: "raw",
  errors: ["not_found", "conflict"],
});

/** Delivery state of an account mail. `unclear`: it may have been sent, and is not retried automatically. */
export const MailDeliveryState = v.object({
  state: v.picklist(["waiting", "sent", "failed", "unclear"]),
  /** A sentence that explains why it was not sent, or not yet. */
  error: v.nullable(v.string()),
});
export type MailDeliveryState = v.InferOutput<typeof MailDeliveryState>;
export const AccountAddress = v.object({
  email: v.string(),
  confirmedAt: v.nullable(Time),
  /** Names of the variables without which no mail is sent. */
  missing: v.array(v.string()),
  /** The latest requested mail that is still valid. */
  confirmation: v.nullable(MailDeliveryState),
  /** The address that will replace this one once it is confirmed. */
  change: v.nullable(v.object({ email: v.string(), expiresAt: Time, mail: v.nullable(MailDeliveryState) })),
});
export type AccountAddress = v.InferOutput<typeof AccountAddress>;
export const readAddress = route({
  name: "readAddress",
  method: "GET",
  path: "/api/account/address",
  who: "account",
  reply: AccountAddress,
});
/** Mails a link that confirms the address. */
export const sendConfirmation = route({
  name: "sendConfirmation",
  method: "POST",
  path: "/api/account/address/confirmation",
  who: "account",
  body: Empty,
  reply: AccountAddress,
  status: 202,
  errors: ["not_configured", "conflict", "rate_limited"],
});
/** Mails a link to the new address; the old one stays valid until it is used. A taken address gets the same answer. */
export const changeAddress = route({
  name: "changeAddress",
  method: "POST",
  path: "/api/account/address",
  who: "account",
  body: v.strictObject({ email: Email, password: GivenPassword }),
  reply: AccountAddress,
  status: 202,
  errors: ["forbidden", "not_configured", "rate_limited"],
});
export const withdrawAddressChange = route({
  name: "withdrawAddressChange",
  method: "DELETE",
  path: "/api/account/address/change",
  who: "account",
  reply: AccountAddress,
});

export const InstallationName = v.object({ name: v.nullable(v.string()) });
/** What public pages call the installation, for its first owner; null until they give it a name. */
export const readInstallationName = route({
  name: "readInstallationName",
  method: "GET",
  path: "/api/installation/name",
  who: "account",
  reply: InstallationName,
  errors: ["forbidden"],
});
export const changeInstallationName = route({
  name: "changeInstallationName",
  method: "PATCH",
  path: "/api/installation/name",
  who: "account",
  /** Null or only spaces: without a name. */
  body: v.strictObject({ name: v.nullable(line(60, 0)) }),
  reply: InstallationName,
  errors: ["forbidden"],
});

export const readMe = route({
  name: "readMe",
  method: "GET",
  path: "/api/account/me",
  who: "account",
  reply: v.object({
    person: Person,
    /** Whether this is the installation's first owner. */
    isFirstOwner: v.boolean(),
    /** The language of the interface that they chose; null: as their browser says. */
    language: v.nullable(v.picklist(LANGUAGES)),
  }),
});
/** Chooses the language of the interface and of mails to the person; null: as their browser says. */
export const changeLanguage = route({
  name: "changeLanguage",
  method: "PUT",
  path: "/api/account/language",
  who: "account",
  body: v.strictObject({ language: v.nullable(v.picklist(LANGUAGES)) }),
  reply: Done,
});
export const changeName = route({
  name: "changeName",
  method: "PATCH",
  path: "/api/account/me",
  who: "account",
  body: v.strictObject({ name: line(80) }),
  reply: v.object({ person: Person }),
});
/** Ends every other session of the person. */
export const changePassword = route({
  name: "changePassword",
  method: "POST",
  path: "/api/account/password",
  who: "account",
  body: v.strictObject({ current: GivenPassword, next: NewPassword }),
  reply: v.object({ endedSessions: v.number() }),
  errors: ["forbidden", "rate_limited"],
});

export const SessionView = v.object({
  id: SessionIdField,
  current: v.boolean(),
  device: v.string(),
  createdAt: Time,
  lastUsedAt: Time,
  expiresAt: Time,
});
export type SessionView = v.InferOutput<typeof SessionView>;
export const listSessions = route({
  name: "listSessions",
  method: "GET",
  path: "/api/account/sessions",
  who: "account",
  reply: v.object({ items: v.array(SessionView), next: v.null() }),
});
export const endSession = route({
  name: "endSession",
  method: "DELETE",
  path: "/api/account/sessions/:sessionId",
  who: "account",
  params: { sessionId: SessionIdField },
  reply: Done,
});
export const endOtherSessions = route({
  name: "endOtherSessions",
  method: "POST",
  path: "/api/account/sessions/end-others",
  who: "account",
  body: Empty,
  reply: v.object({ endedSessions: v.number() }),
});
