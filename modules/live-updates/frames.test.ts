import { expect, test } from "vitest";
import type { MemberLiveFrame, VisitorLiveFrame } from "./contract.ts";
import { changedFrame, liveFrame, presenceOf } from "./frames.ts";

// Frames of the protocol as they are frozen: clients of other releases read them.
const ACCOUNT = "acc_06e2bk8000e00g000000000003";
const CONVERSATION = "cnv_06e2bk8000e00g000000000001";
/** One for each window; clients of the previous release know no `idle`. */
const PRESENCE: MemberLiveFrame = {
  type: "presence",
  members: [
    { accountId: ACCOUNT, conversationId: CONVERSATION },
    { accountId: ACCOUNT, conversationId: null, idle: true },
  ],
};
const CHANGED: MemberLiveFrame = { type: "changed", route: "listTags" };
/** Clients of the previous release know no `changedAgo`. */
const MEMBER_LIVE: MemberLiveFrame = { type: "live", head: 41, changedAgo: 1500 };
const VISITOR_LIVE: VisitorLiveFrame = { type: "live", head: 41 };

const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("the frame that something was changed, and those that tell that a socket is live, equal the golden frames", () => {
  expect(wire(changedFrame({ name: "listTags" }))).toEqual(CHANGED);
  expect(wire(liveFrame(41, 1500))).toEqual(MEMBER_LIVE);
  expect(wire(liveFrame(41))).toEqual(VISITOR_LIVE);
});

test("the frame of presence equals the golden frame: idle windows say so, the others have no such field", () => {
  const subscriber = { kind: "member", projectId: "p", accountId: ACCOUNT, sessionId: "s", name: "Olga" } as const;
  const at = { subscriber, live: true, connectedAt: 1, window: { startedAt: 0, count: 0 } };
  const frame = presenceOf([
    { ...at, viewingConversationId: CONVERSATION, idle: false },
    { ...at, viewingConversationId: null, idle: true },
    { ...at, viewingConversationId: null, live: false },
  ]);
  expect(wire(frame)).toEqual(PRESENCE);
});
