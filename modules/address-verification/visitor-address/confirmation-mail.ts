// Mail template of confirmations by link.
import { readWidget } from "#modules/projects";
import { readSettings, bodyOfBlocks, fromOf, PROJECT_AUTHOR, ownHeaders, type MailTemplate } from "#modules/email";
import { confirmation } from "../extension.ts";

/** Mail that asks the owner of an address to confirm something. It has no reply address, because a reply would prove nothing. */
export const confirmationMail: MailTemplate = {
  kind: "confirm",
  async write(ctx, row, { email, provider, head }) {
    const { projectId } = row;
    const [project, settings] = await ctx.db.read(readWidget(projectId), readSettings(projectId));
    if (!project) return undefined;
    for (const write of ctx.registry.extensions.of(confirmation)) {
      const blocks = await write(ctx, { projectId, deliveryId: row.id });
      if (blocks)
        return {
          ...head,
          from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
          replyTo: undefined,
          headers: ownHeaders(provider, row, "operator"),
          attachments: [],
          ...bodyOfBlocks(blocks, settings.signature),
        };
    }
    return undefined;
  },
};
