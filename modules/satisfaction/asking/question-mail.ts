// Mail template of the question: nothing that anybody wrote in the conversation, and a link for each answer.
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import {
  type Block,
  bodyOfBlocks,
  fromOf,
  headerText,
  type MailTemplate,
  ownHeaders,
  PROJECT_AUTHOR,
  readSettings,
  replyAddress,
} from "#modules/email";
import { readContact } from "#modules/contacts";
import { readWidget } from "#modules/projects";
import { ratingPage, SCORES } from "../contract.ts";
import { isAskedBy, readAskedBy } from "../queries.ts";
import { linkToken } from "../rating/link.ts";
import { readWording } from "../settings-queries.ts";
import { SCORE_WORDS } from "../words.ts";

export const questionMail: MailTemplate = {
  kind: "satisfaction",
  onlyOnce: true,
  // Reopened, answered or erased meanwhile: it is not sent.
  mayBeSent: ({ projectId, conversationId, id }) => isAskedBy({ projectId, conversationId: conversationId ?? ("" as never) }, id),
  async write(ctx, row, { email, provider, head }) {
    const { projectId, conversationId, contactId } = row;
    const origin = ctx.config.appOrigin;
    if (conversationId === null || contactId === null || origin === undefined) return undefined;
    const [request, wording, project, settings, contact] = await ctx.db.read(
      readAskedBy({ projectId, conversationId }, row.id),
      readWording(projectId),
      readWidget(projectId),
      readSettings(projectId),
      readContact(projectId, contactId),
    );
    // The address may have changed since: only its proved owner is asked.
    if (!request || !project || contact?.state !== "active" || !contact.emailVerified || contact.email !== row.to) return undefined;
    const name = headerText(project.projectName, 80);
    const token = await linkToken(ctx, request);
    const link = (score: number): string => `${origin}${pathOf(ratingPage, { ratingToken: token }, { score: String(score) })}`;
    const blocks: Block[] = [
      { plain: m.satisfaction_mail_lead({ name }) },
      { written: wording.question || m.satisfaction_question_default() },
      ...SCORES.toReversed().map((score) => ({ label: SCORE_WORDS[score](), link: link(score) })),
      { plain: m.satisfaction_mail_end({ name }) },
    ];
    return {
      ...head,
      from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
      replyTo: settings.replyAddress !== null ? await replyAddress(ctx, projectId, conversationId, settings.replyAddress) : undefined,
      headers: ownHeaders(provider, row, "operator"),
      attachments: [],
      ...bodyOfBlocks(blocks),
    };
  },
};
