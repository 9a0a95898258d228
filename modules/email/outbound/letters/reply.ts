import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import type { OutboundMail } from "../../providers/provider.ts";
import { replyAddress } from "../../reply-address.ts";
import { readSettings } from "../../settings-queries.ts";
import { automaticHeaders, bodyOf, fitting, senderNameOf, threadHeaders } from "../compose.ts";
import { readThread } from "../queries.ts";
import type { Author } from "../vocabulary.ts";
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
  const [thread] = await ctx.db.read(readThread(projectId, conversationId, answer.createdAt));
  const author: Author = { role: answer.role === "assistant" ? "assistant" : "operator", name: answer.authorName };
  const { attached, tooLarge } = fitting(files, provider.maxAttachments);
  const attachments: OutboundMail["attachments"][number][] = [];
  for (const file of attached) {
    const object = await ctx.env.FILES.get(file.objectKey);
    if (object) attachments.push({ name: file.name, type: file.type, base64: Buffer.from(await object.arrayBuffer()).toString("base64") });
    else tooLarge.push(file.name);
  }
  return {
    ...head,
    from: { name: senderNameOf(author, settings, project.projectName), address: settings.sender ?? email.from ?? "" },
    replyTo: settings.replyAddress === null ? undefined : await replyAddress(ctx, projectId, conversationId, settings.replyAddress),
    headers: {
      ...(provider.ownHeaders ? automaticHeaders(author.role) : {}),
      ...(provider.ownHeaders && row.headerId !== null ? { "Message-ID": `<${row.headerId}>` } : {}),
      ...(row.proved ? threadHeaders(thread) : {}),
    },
    attachments,
    ...bodyOf({
      content: answer.content,
      signature: settings.signature,
      // Whoever did not prove the address may have written it for somebody else: nothing a visitor typed goes there.
      quote: row.proved && answer.asked ? { content: answer.asked.content, at: answer.asked.createdAt } : null,
      tooLarge,
    }),
  };
};
