// Wire contract of live updates: how a socket is opened, and the frames that every one has. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Empty, RevisionParam } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const ConversationIdField = idOf("conversation");

export const memberTicket = route({
  name: "memberTicket",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/socket-ticket",
  who: "member",
  personOnly: true,
  params: inProject,
  body: Empty,
  reply: v.object({ ticket: v.string() }),
});
/** WebSocket upgrade with the subprotocols `seed.v1` and `ticket.<ticket>`; the ticket is the credential. */
export const memberSocket = route({
  name: "memberSocket",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/socket",
  who: "anyone",
  params: inProject,
  query: v.object({ after: v.optional(RevisionParam) }),
  reply: "raw",
});

type Live = { type: "live"; head: number };
type Reset = { type: "reset"; reason: "foreign_cursor" | "future_cursor" | "erased" };
type Closed = { type: "closed"; reason: ClosedReason };
/** Frames that every member's socket has, server to client. Modules add their own. */
export type MemberLiveFrame =
  /** `changedAgo`: milliseconds since the last frame that says what has changed and has no sequence, so is not replayed; absent without one. */
  | (Live & { changedAgo?: number })
  | Reset
  /** One for each window of each member; `idle`: without input in any window of that browser for a while. */
  | { type: "presence"; members: { accountId: string; conversationId: string | null; idle?: true }[] }
  | { type: "typing"; conversationId: string; role: "visitor" | "operator"; id: string; name: string | null; note?: true }
  | { type: "online"; contactId: string; online: boolean }
  /** What the project's members share and this route reads has changed, such as the names of tags. */
  | { type: "changed"; route: string }
  | Closed;
/** Frames that every visitor's socket has. */
export type VisitorLiveFrame = Live | Reset | { type: "typing"; conversationId: string; role: "operator"; name: string | null } | Closed;
export type ClosedReason = "session_revoked" | "membership_lost" | "blocked" | "erased" | "project_deleted";
/** Frames, client to server: at most 20 in 10 s, then close 4408. The text `ping` is answered with `pong` without waking the object. */
export const ClientFrame = v.variant("type", [
  /** `note`: a member writes a note, which no visitor hears of. */
  v.strictObject({ type: v.literal("typing"), conversationId: ConversationIdField, note: v.optional(v.literal(true)) }),
  v.strictObject({ type: v.literal("viewing"), conversationId: v.nullable(ConversationIdField) }),
  /** Whether the member's browser has had no input for a while. A new connection is not idle. */
  v.strictObject({ type: v.literal("idle"), idle: v.boolean() }),
]);
export type ClientFrame = v.InferOutput<typeof ClientFrame>;
export const SUBPROTOCOL = "seed.v1";
/** Close codes. `tooMany`: a newer socket of the same person replaced this one; the client reconnects only when its tab is used again. */
export const CLOSE = { unauthorized: 4401, flooding: 4408, tooMany: 4409, badFrame: 4400 } as const;
