// Notifies whoever scheduled a reply that it was not sent.
import type { WhenReturned } from "#modules/undo-send";
import { notifyMembers } from "./notify-members.ts";

export const tellAuthor: WhenReturned = (ctx, { accountId, clientId, ...about }) =>
  notifyMembers(ctx, { ...about, event: "replyReturned", cause: clientId, members: [accountId] });
