// Frames that every live connection has.
import type { MemberLiveFrame } from "./contract.ts";
import type { SocketAttachment } from "./subscriber.ts";

/** A frame as it is published: what modules add has a type of theirs. */
export interface Frame {
  readonly type: string;
}

/** `changedAgo`: milliseconds since the last change that is not replayed. */
export const liveFrame = (head: number, changedAgo?: number): Extract<MemberLiveFrame, { type: "live" }> => ({
  type: "live",
  head,
  ...(changedAgo !== undefined && { changedAgo }),
});

export const changedFrame = ({ name }: { readonly name: string }): MemberLiveFrame => ({ type: "changed", route: name });

/** The presence frame: which members are connected, the conversation that each views, and whether they are idle. */
export function presenceOf(attachments: readonly SocketAttachment[]): MemberLiveFrame {
  const members = attachments.flatMap(({ subscriber, live, viewingConversationId, idle }) =>
    subscriber.kind === "member" && live
      ? [{ accountId: subscriber.accountId, conversationId: viewingConversationId, ...(idle === true ? { idle } : {}) }]
      : [],
  );
  return { type: "presence", members };
}
