// Rules of missed replies: how long they wait, and how many one mail contains.
import { minutes } from "#kernel/clock/index.ts";

/** How long a reply waits to be seen before it is mailed. */
export const MAIL_AFTER = minutes(10);
/** Replies in one mail; of more, the newest. */
export const REPLIES_PER_MAIL = 10;
