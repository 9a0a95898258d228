// The label of the view of mentions. Not loaded for itself, because a link is never without its words.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import { MENTIONS } from "#modules/conversations/contract";
import type { viewLabel } from "../slots.ts";

export const MentionsLabel = ({ name }: PropsOf<typeof viewLabel>) => (name === MENTIONS ? m.conversations_view_mentions() : null);
