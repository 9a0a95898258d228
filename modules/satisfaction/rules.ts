// Times and counts of customer satisfaction, and what happens to what. Pure.
import { days, hours } from "#kernel/clock/index.ts";
import { BAD, type Score } from "./contract.ts";

/** How long a question can be answered. */
export const OPEN_FOR = days(14);
/** How long an answer can be changed. */
export const CHANGEABLE_FOR = hours(24);
/** How long questions and answers are kept. */
export const KEPT_FOR = days(400);
/** The newest messages of a conversation that are looked at when it is closed. */
export const LOOKED_AT = 100;
/** Ratings of a contact in an hour, changes included. */
export const PER_HOUR = 30;
/** Days that the counts cover, and how many ratings they look at. */
export const COUNTED_DAYS = 30;
export const MOST_COUNTED = 10_000;
/** Lines of a file. */
export const MOST_EXPORTED = 5_000;

/** Whether an answer is bad news: a bad rating where none was known yet. */
export const isBadNews = (score: Score, before: Score | null): boolean => score <= BAD && (before === null || before > BAD);
