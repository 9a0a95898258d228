// People and their sessions: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, Done, Email, Empty, line, noNul, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

export const AccountIdField = idOf("account");
export const SessionIdField = idOf("session");

/** Passwords are taken exactly as typed: 12 to 128 characters, any of them (ASVS 5.0 §6.2). */
export const NewPassword = v.pipe(v.string(), noNul, v.minLength(12, "Use at least 12 characters."), atMost(128));
/** A password to compare: only bounded, so that a wrong one is never told apart by its shape. */
const GivenPassword = v.pipe(v.string(), atMost(128));

export const Person = v.object({ id: AccountIdField, email: v.string(), name: v.string() });
export type Person = v.InferOutput<typeof Person>;

export const SetupBody = v.strictObject({
  name: v.optional(line(80), "Owner"),
  email: Email,
  password: NewPassword,
  setupToken: v.optional(v.pipe(v.string(), v.maxLength(512)), ""),
});
export const LoginBody = v.strictObject({
  email: Email,
  password: GivenPassword,
  next: v.optional(v.pipe(v.string(), v.maxLength(500)), ""),
});

// Pages and their forms: HTML without scripts, JSON when asked for.
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

export const readMe = route({
  name: "readMe",
  method: "GET",
  path: "/api/account/me",
  who: "account",
  reply: v.object({ person: Person }),
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
