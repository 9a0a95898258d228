// Makes the mail of a row of the outbox, anew for each attempt and the same each time.
import type { EmailConfig } from "#kernel/config/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readAnswer } from "#modules/conversations";
import { readBytesOf } from "#modules/files";
import { readWidget } from "#modules/projects";
import type { OutboundMail, Provider } from "../providers/provider.ts";
import { replyAddress } from "../reply-address.ts";
import { readSettings } from "../settings-queries.ts";
import { automaticHeaders, bodyOf, fitting, senderNameOf, threadHeaders } from "./compose.ts";
import { readThread } from "./queries.ts";
import type { Author, DeliveryRow } from "./vocabulary.ts";

/** `key` is what the provider knows the mail by. Undefined when there is nothing to send any more. */
export async function letterOf(
  ctx: Ctx,
  row: DeliveryRow,
  email: EmailConfig,
  provider: Provider,
  key: string,
): Promise<OutboundMail | undefined> {
  if (row.to === null || row.subject === null) return undefined;
  const head = { key, deliveryId: row.id, to: row.to, subject: row.subject };
  return row.kind === "test" ? await testLetter(ctx, row, email, head) : await replyLetter(ctx, row, email, provider, head);
}
type Head = Pick<OutboundMail, "key" | "deliveryId" | "to" | "subject">;

async function testLetter(ctx: Ctx, { projectId }: DeliveryRow, email: EmailConfig, head: Head): Promise<OutboundMail | undefined> {
  const [project, settings] = await ctx.db.read(readWidget(projectId), readSettings(projectId));
  if (!project) return undefined;
  const author = { role: "assistant", name: null } as const;
  return {
    ...head,
    from: { name: senderNameOf(author, settings, project.projectName), address: settings.sender ?? email.from ?? "" },
    replyTo: settings.replyAddress ?? undefined,
    headers: {},
    attachments: [],
    ...bodyOf({
      content: "This mail says that your support desk can send mail.",
      signature: settings.signature,
      quote: null,
      tooLarge: [],
    }),
  };
}

async function replyLetter(
  ctx: Ctx,
  row: DeliveryRow,
  email: EmailConfig,
  provider: Provider,
  head: Head,
): Promise<OutboundMail | undefined> {
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
}
