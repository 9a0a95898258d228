// What the audit log says about promotions.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, sentencesOfChanges } from "#modules/projects/views";

type AuditSentence = AuditSentences[string];

/** What was done first, then each part of it. */
const withChanges =
  (whole: () => string): AuditSentence =>
  (entry) =>
    entry.changes.length === 0 ? [whole()] : [whole(), ...ofChanges(entry)];
const ofChanges = sentencesOfChanges(m.promotion_audit_promoted, {
  model: ({ from, to }) => m.promotion_audit_model({ from, to }),
  version: ({ from, to }) => m.promotion_audit_version({ from, to }),
  share: ({ to }) => m.promotion_audit_share({ to }),
});
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  promotion: {
    screen: "promotions",
    title: m.promotion_tab,
    fields: { model: m.simulations_model, version: m.simulations_guidance, share: m.promotion_share },
  },
};
const sentences: AuditSentences = {
  "promotion.promoted": withChanges(m.promotion_audit_promoted),
  "promotion.share_raised": withChanges(m.promotion_audit_raised),
  "promotion.stopped": withChanges(m.promotion_audit_stopped),
  "promotion.rolled_back": withChanges(m.promotion_audit_rolled_back),
};
export default sentences;
