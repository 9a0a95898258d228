import type { Ctx } from "#kernel/module/index.ts";
import type { OutboundMail } from "#modules/email";

/** The bytes of the files. Names of files that no longer exist are added to `missing`. */
export async function readAttachments(
  ctx: Pick<Ctx, "env">,
  files: readonly { readonly name: string; readonly type: string; readonly objectKey: string }[],
  missing: string[],
): Promise<OutboundMail["attachments"]> {
  const attachments: OutboundMail["attachments"][number][] = [];
  for (const file of files) {
    const object = await ctx.env.FILES.get(file.objectKey);
    if (object) attachments.push({ name: file.name, type: file.type, base64: Buffer.from(await object.arrayBuffer()).toString("base64") });
    else missing.push(file.name);
  }
  return attachments;
}
