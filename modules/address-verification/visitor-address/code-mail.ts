// Mail template of verification codes.
import { readWidget } from "#modules/projects";
import { readSettings, bodyOfBlocks, headerText, fromOf, PROJECT_AUTHOR, ownHeaders, type MailTemplate } from "#modules/email";
import { m } from "#messages";
import { codeHash, codeOf } from "./code.ts";
import { writeCode } from "./queries.ts";
import { CODE_TTL } from "./rules.ts";

/** Mail with the code that proves an address. It contains nothing that the visitor typed, since the address may be somebody else's. */
export const codeMail: MailTemplate = {
  kind: "code",
  async write(ctx, row, { email, provider, head }) {
    const { projectId, contactId } = row;
    const now = ctx.clock.now();
    // After that time the code can no longer be entered.
    if (contactId === null || now - row.createdAt > CODE_TTL) return undefined;
    const [project, settings] = await ctx.db.read(readWidget(projectId), readSettings(projectId));
    if (!project) return undefined;
    const code = await codeOf(ctx, row.id);
    const [noted] = await ctx.db.commit([writeCode(projectId, row.id, contactId, await codeHash(ctx, contactId, code), now + CODE_TTL)]);
    if (noted === 0) return undefined;
    const name = headerText(project.projectName, 80);
    return {
      ...head,
      from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
      replyTo: undefined,
      headers: ownHeaders(provider, row, "operator"),
      attachments: [],
      ...bodyOfBlocks(
        [{ plain: m.address_verification_code_for({ code, name }) }, { plain: m.address_verification_code_enter() }],
        settings.signature,
      ),
    };
  },
};
