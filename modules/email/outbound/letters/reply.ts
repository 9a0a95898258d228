import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import { replyAddress } from "../../reply-address.ts";
import { readSettings } from "../../settings-queries.ts";
import { bodyOf, fitting, threadHeaders } from "../compose.ts";
import { readCopies, readThread } from "../queries.ts";
import { fromOf, ownHeaders } from "../sender.ts";
import type { Author } from "../vocabulary.ts";
import { attachedFiles } from "./attached-files.ts";
import type { LetterOf } from "./letter-of.ts";

/** An answer of the team, as a mail of its conversation. */
export const replyLetter: LetterOf = async (ctx, row, { email, provider, head }) => {
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
};
