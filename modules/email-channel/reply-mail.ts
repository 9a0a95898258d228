import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import {
  replyAddress,
  readSettings,
  bodyOf,
  fitting,
  threadHeaders,
  readCopies,
  fromOf,
  ownHeaders,
  type Author,
  type MailTemplate,
} from "#modules/email";
import { readThread } from "./queries.ts";
import { attachedFiles } from "./attached-files.ts";

/** An answer of the team, as a mail of its conversation. */
export const replyMail: MailTemplate = {
  kind: "reply",
  async write(ctx, row, { email, provider, head }) {
    const { projectId, conversationId, messageId } = row;
    if (conversationId === null || messageId === null) return undefined;
    const [answer, files, project, settings] = await ctx.db.read(
      readAnswer(projectId, messageId),
      readBytesOf(projectId, messageId),
      readWidget(projectId),
      readSettings(projectId),
    );
    if (!answer || answer.erased || !project) return undefined;
    const [thread, copies] = await ctx.db.read(readThread(projectId, conversationId, answer.createdAt), readCopies(projectId, row.id));
    // One whose address nobody proved makes it a mail to strangers, for all who get it.
    const proved = row.proved && copies.proved;
    const author: Author = { role: answer.role === "assistant" ? "assistant" : "operator", name: answer.authorName };
    const { attached, tooLarge } = fitting(files, provider.maxAttachments);
    const attachments = await attachedFiles(ctx, attached, tooLarge);
    return {
      ...head,
      cc: copies.cc,
      bcc: copies.bcc,
      from: fromOf(author, settings, project.projectName, email),
      replyTo: settings.replyAddress === null ? undefined : await replyAddress(ctx, projectId, conversationId, settings.replyAddress),
      headers: { ...ownHeaders(provider, row, author.role), ...(proved ? threadHeaders(thread) : {}) },
      attachments,
      ...bodyOf({
        content: answer.content,
        signature: settings.signature,
        // Whoever did not prove the address may have written it for somebody else: nothing a visitor typed goes there.
        quote: proved && answer.question ? { content: answer.question.content, at: answer.question.createdAt } : null,
        tooLarge,
      }),
    };
  },
};
