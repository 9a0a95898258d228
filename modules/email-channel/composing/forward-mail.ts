import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import { replyAddress, readSettings, fitting, forwardBody, fromOf, ownHeaders, type MailTemplate } from "#modules/email";
import { readForward, readMayGetForward } from "./queries.ts";
import { attachedFiles } from "../attached-files.ts";
import { readSenderOf } from "../queries.ts";

/** A message that somebody of the team passes on. Answers to it come to its conversation, as somebody else's. */
export const forwardMail: MailTemplate = {
  kind: "forward",
  async write(ctx, row, { email, provider, head }) {
    const { projectId, conversationId, messageId: noteId } = row;
    if (conversationId === null || noteId === null) return undefined;
    const [forward, may] = await ctx.db.read(readForward(projectId, row.id), readMayGetForward(projectId, row.to ?? ""));
    // It may be sent much later, by a person too: whoever has left since, or has another address, gets none of it.
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
    const attachments = await attachedFiles(ctx, attached, tooLarge);
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
