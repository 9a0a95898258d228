// Mail template of forwarded messages.
import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import { replyAddress, readSettings, fitting, forwardBody, fromOf, ownHeaders, type MailTemplate } from "#modules/email";
import { readForward, readMayGetForward } from "./queries.ts";
import { readAttachments } from "../read-attachments.ts";
import { readSenderOf } from "../queries.ts";

/** Template of a forwarded message. Replies to it reach its conversation, marked as from a different sender. */
export const forwardMail: MailTemplate = {
  kind: "forward",
  async write(ctx, row, { email, provider, head }) {
    const { projectId, conversationId, messageId: noteId } = row;
    if (conversationId === null || noteId === null) return undefined;
    const [forward, may] = await ctx.db.read(readForward(projectId, row.id), readMayGetForward(projectId, row.to ?? ""));
    // The mail may be sent or resent much later; a recipient who has left or changed the address since must not get it.
    if (!forward || may !== true) return undefined;
    const [message, files, project, settings, sender] = await ctx.db.read(
      readAnswer(projectId, forward.messageId),
      readBytesOf(projectId, forward.messageId),
      readWidget(projectId),
      readSettings(projectId),
      readSenderOf(projectId, noteId, forward.messageId),
    );
    if (!message || message.erased || !project || !sender) return undefined;
    const { attached, tooLarge } = fitting(files, provider.maxAttachments);
    const attachments = await readAttachments(ctx, attached, tooLarge);
    return {
      ...head,
      from: fromOf({ role: "operator", name: sender.forwardedBy }, settings, project.projectName, email),
      replyTo: settings.replyAddress === null ? undefined : await replyAddress(ctx, projectId, conversationId, settings.replyAddress),
      headers: ownHeaders(provider, row, "operator"),
      attachments,
      ...forwardBody({
        content: forward.content,
        signature: settings.signature,
        tooLarge,
        message: { from: sender.from, at: message.createdAt, content: message.content },
      }),
    };
  },
};
