// Pure decisions about conversations.
import type { AuthorRole, Status, View } from "./contract.ts";
import { plain } from "#kernel/rich-text/markdown.ts";

/** At most this many characters of a message stand in the inbox. */
export const PREVIEW = 160;
export const previewOf = (content: string, attachments: number): string =>
  plain(content, PREVIEW) || (attachments === 0 ? "" : attachments === 1 ? "📎 1 file" : `📎 ${attachments} files`);

/** What a message does to the clock of waiting: a customer starts it once, an answer a customer can see stops it. */
export function waitingAfter(role: AuthorRole, automatic: boolean): "start" | "stop" | "keep" {
  if (role === "visitor") return automatic ? "keep" : "start";
  return role === "operator" || role === "assistant" ? "stop" : "keep";
}
/** A customer's message reopens; automatic mail never does. */
export const reopens = (role: AuthorRole, automatic: boolean): boolean => role === "visitor" && !automatic;

/** Counts up to this are exact; the screen shows "99+" beyond. */
export const COUNT_CAP = 100;

export interface Place {
  readonly status: Status;
  readonly assigneeId: string | null;
}
/** Whether a conversation belongs to a view of a member. */
export function inView(place: Place, view: View, me: string): boolean {
  switch (view) {
    case "all":
      return place.status === "open";
    case "mine":
      return place.status === "open" && place.assigneeId === me;
    case "unassigned":
      return place.status === "open" && place.assigneeId === null;
    case "snoozed":
      return place.status === "snoozed";
    case "closed":
      return place.status === "closed";
  }
}

/** The origin of what a member writes. */
export const fromDashboard = { door: "dashboard", automatic: null } as const;
