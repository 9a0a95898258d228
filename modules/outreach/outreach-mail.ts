// Mail template of outreach: the reviewed text, word for word, with the footer that was reviewed below it.
import type { MailTemplate } from "#modules/email";
import { asBody, headerText, ownHeaders, threadHeaders, written } from "#modules/email";
import { answerAddress } from "./answer-address.ts";
import { hashOf } from "./canonical.ts";
import { mayStillGo, readReviewOf } from "./queries.ts";
import { endOf, readReadiness } from "./readiness.ts";
import { notStoppedAt } from "./suppressed.ts";

/** No pixel, no rewritten links: nobody learns whether it was opened. */
export const outreachMail: MailTemplate = {
  kind: "outreach",
  onlyOnce: true,
  mayBeSent: (row) => mayStillGo(row.projectId, row.id, (key) => notStoppedAt(row.projectId, row.toHash, key)),
  async write(ctx, row, { provider, head }) {
    const [[review], readiness] = await Promise.all([ctx.db.read(readReviewOf(row.projectId, row.id)), readReadiness(ctx, row.projectId)]);
    if (!review || !readiness?.identity || readiness.missing.length > 0) return undefined;
    const { sender, identity } = readiness;
    const end = await endOf(ctx, readiness, { sequenceId: review.sequenceId, position: review.position, recipient: review.recipient });
    if (!end) return undefined;
    // Whatever happened to the row meanwhile: only what was reviewed goes, to that address, from that sender.
    const isReviewed =
      (await hashOf(review)) === review.hash &&
      review.recipient === head.to &&
      review.subject === head.subject &&
      review.senderAddress === sender.address &&
      review.senderName === sender.name &&
      review.footer === end.footer.text;
    if (!isReviewed) return undefined;
    const thread = { references: review.earlier, inReplyTo: review.earlier.at(-1) ?? null };
    const { "Auto-Submitted": _, "X-Auto-Response-Suppress": __, ...ours } = ownHeaders(provider, row, "operator");
    return {
      ...head,
      subject: headerText(review.subject, 200),
      from: sender,
      replyTo: await answerAddress(ctx, row.projectId, review.sequenceId, identity.replyAddress),
      headers: { ...ours, ...threadHeaders(thread), ...end.headers },
      attachments: [],
      ...asBody([written(review.text.trim()), end.footer]),
    };
  },
};
