// Decides waiting, reopening, previews and views of conversations. Pure.
import type { AuthorRole, Status, View } from "./contract.ts";
import { plain } from "#kernel/rich-text/markdown.ts";

/** Characters of a preview at most. */
export const PREVIEW = 160;
export const previewOf = (content: string, attachments: number): string =>
  plain(content, PREVIEW) || (attachments === 0 ? "" : attachments === 1 ? "📎 1 file" : `📎 ${attachments} files`);

/** How a message changes `waitingSince`: the customer's first message starts it, a reply that they can see stops it. */
export function waitingAfter(role: AuthorRole, automatic: boolean): "start" | "stop" | "keep" {
  if (role === "visitor") return automatic ? "keep" : "start";
  return role === "operator" || role === "assistant" ? "stop" : "keep";
}
/** A customer's message reopens; automatic mail never does. */
export const reopens = (role: AuthorRole, automatic: boolean): boolean => role === "visitor" && !automatic;

/** Counts below this are exact; at this the screen shows "99+". */
export const COUNT_CAP = 100;

export interface Place {
  readonly status: Status;
  readonly assigneeId: string | null;
}
/** Whether a conversation belongs to a member's view. */
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

/** The origin of a member's text. */
export const fromDashboard = { door: "dashboard", automatic: null } as const;
