// Mail template of the test mail.
import { readWidget } from "#modules/projects";
import { m } from "#messages";
import { readSettings } from "../settings-queries.ts";
import { bodyOf } from "../writing/compose.ts";
import { fromOf, PROJECT_AUTHOR } from "../writing/sender.ts";
import type { MailTemplate } from "../extension.ts";

/** Template of the test mail. */
export const testMail: MailTemplate = {
  kind: "test",
  async write(ctx, { projectId }, { email, head }) {
    const [project, settings] = await ctx.db.read(readWidget(projectId), readSettings(projectId));
    if (!project) return undefined;
    return {
      ...head,
      from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
      replyTo: settings.replyAddress ?? undefined,
      headers: {},
      attachments: [],
      ...bodyOf({
        content: m.email_test_body(),
        signature: settings.signature,
        quote: null,
        tooLarge: [],
      }),
    };
  },
};
