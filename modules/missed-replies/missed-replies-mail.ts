// Mail template of missed replies.
import { readContact } from "#modules/contacts";
import { readTeamAnswers } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import { widgetLink, returnLink } from "#modules/address-verification";
import {
  replyAddress,
  readSettings,
  type Block,
  bodyOfBlocks,
  headerText,
  stamp,
  fromOf,
  PROJECT_AUTHOR,
  ownHeaders,
  type MailTemplate,
} from "#modules/email";
import { m } from "#messages";
import { readMissedReplies } from "./queries.ts";
import { REPLIES_PER_MAIL } from "./rules.ts";

/**
 * The mail with replies that a visitor did not see. An unverified address is told only that there are replies: no text of anybody, and no
 * link that signs in.
 */
export const missedRepliesMail: MailTemplate = {
  kind: "unseen",
  async write(ctx, row, { email, provider, head }) {
    const { projectId, conversationId, contactId, proved } = row;
    if (conversationId === null || contactId === null) return undefined;
    const [mail, project, settings, contact] = await ctx.db.read(
      readMissedReplies(projectId, conversationId, row.id),
      readWidget(projectId),
      readSettings(projectId),
      readContact(projectId, contactId),
    );
    if (!mail || !project || contact?.state !== "active") return undefined;
    // The address may have changed since the mail was written: the old one gets neither texts nor a link that signs in.
    if (proved && (!contact.emailVerified || contact.email !== row.to)) return undefined;
    // If everything was seen before the first attempt, nothing is sent. Later attempts repeat the mail: it may have been delivered.
    if (row.attempts === 0 && mail.read >= mail.upTo) return undefined;
    const [{ newest, total }] = await ctx.db.read(readTeamAnswers(projectId, conversationId, mail.after, mail.upTo, REPLIES_PER_MAIL));
    if (newest.length === 0) return undefined;
    const name = headerText(project.projectName, 80);
    const { websiteOrigin } = project;
    const reply = proved && settings.replyAddress !== null;
    const blocks: Block[] = [];
    if (proved) {
      const earlier = total - newest.length;
      if (earlier > 0) blocks.push({ plain: m.missed_replies_earlier({ count: earlier }) });
      for (const { authorName, role, content, createdAt } of newest) {
        const who = role === "operator" && authorName !== null ? headerText(authorName, 80) : name;
        blocks.push({ plain: m.missed_replies_wrote_at({ who, time: stamp(createdAt) }) });
        blocks.push(content.trim() === "" ? { plain: m.missed_replies_file() } : { markdown: content });
      }
      if (websiteOrigin !== null) {
        const lastPage = contact.lastPage?.url ?? null;
        const link = await returnLink(ctx, { projectId, contactId, conversationId, websiteOrigin, lastPage });
        blocks.push({ words: m.missed_replies_continue(), link });
      }
      if (reply) blocks.push({ plain: m.missed_replies_or_reply() });
    } else {
      blocks.push({ plain: m.missed_replies_new_reply({ name }) });
      if (websiteOrigin !== null) blocks.push({ words: m.missed_replies_read_in_chat(), link: widgetLink(websiteOrigin) });
      blocks.push({ plain: m.missed_replies_why({ name }) });
    }
    return {
      ...head,
      from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
      // Answering to a reply address verifies the address for the contact, so only a verified owner is given one.
      replyTo:
        reply && settings.replyAddress !== null ? await replyAddress(ctx, projectId, conversationId, settings.replyAddress) : undefined,
      headers: ownHeaders(provider, row, newest.some(({ role }) => role === "operator") ? "operator" : "assistant"),
      attachments: [],
      ...bodyOfBlocks(blocks, settings.signature),
    };
  },
};
