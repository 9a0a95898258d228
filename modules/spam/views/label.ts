// The name of the view of spam. Not loaded for itself, because a link is never without its words.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { viewLabel } from "#modules/inbox/views";

export const SpamLabel = ({ name }: PropsOf<typeof viewLabel>) => (name === "spam" ? m.spam_chip() : null);
