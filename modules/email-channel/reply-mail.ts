// Mail template of replies.
import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import {
  replyAddress,
  readSettings,
  bodyOf,
  bodyOfBlocks,
  fitting,
  headerText,
  threadHeaders,
  readCopies,
  fromOf,
  ownHeaders,
  type Author,
  type MailTemplate,
} from "#modules/email";
import { noticeIn } from "./notice-words.ts";
import { readThread } from "./queries.ts";
import { readAttachments } from "./read-attachments.ts";

/** Template of a reply, as a mail of its conversation. */
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
    // One unverified recipient is enough to leave the quote and the subject out for all.
    const proved = row.proved && copies.proved;
    if (answer.role === "system" && !proved) return undefined;
    const author: Author = { role: answer.role === "operator" ? "operator" : "assistant", name: answer.authorName };
    const addressed = {
      ...head,
      from: fromOf(author, settings, project.projectName, email),
      replyTo: settings.replyAddress === null ? undefined : await replyAddress(ctx, projectId, conversationId, settings.replyAddress),
    };
    const ours = ownHeaders(provider, row, author.role);
    // The assistant answers whatever it is asked. Whoever claims somebody's address would choose what is mailed there.
    if (author.role === "assistant" && !proved) {
      const name = headerText(project.projectName, 80);
      const { subject, paragraphs } = noticeIn([answer.question?.content ?? "", answer.content], name, addressed.replyTo !== undefined);
      return {
        ...addressed,
        subject,
        headers: ours,
        attachments: [],
        ...bodyOfBlocks(
          paragraphs.map((plain) => ({ plain })),
          settings.signature,
        ),
      };
    }
    const { attached, tooLarge } = fitting(files, provider.maxAttachments);
    const attachments = await readAttachments(ctx, attached, tooLarge);
    return {
      ...addressed,
      cc: copies.cc,
      bcc: copies.bcc,
      headers: { ...ours, ...(proved ? threadHeaders(thread) : {}) },
      attachments,
      ...bodyOf({
        content: answer.content,
        signature: settings.signature,
        // An unverified address may be somebody else's, so it is never sent anything that a visitor typed.
        quote: proved && answer.question ? { content: answer.question.content, at: answer.question.createdAt } : null,
        tooLarge,
      }),
    };
  },
};
