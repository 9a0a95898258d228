// When missed replies are mailed, and how many one mail holds.
import { minutes } from "#kernel/clock/index.ts";

/** How long an answer waits for its reader before it is mailed. */
export const MAIL_AFTER = minutes(10);
/** Answers that stand in one mail; of more, the newest. */
export const REPLIES_PER_MAIL = 10;
