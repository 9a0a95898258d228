// Kinds of work, in words.
import { m } from "#messages";
import type { WorkKind } from "../contract.ts";

const TITLES: Record<WorkKind, () => string> = { report: m.paired_computers_report, reply: m.paired_computers_reply };
const BODIES: Record<WorkKind, () => string> = { report: m.paired_computers_report_body, reply: m.paired_computers_reply_body };

/** A kind in a few words. */
export const kindTitle = (kind: WorkKind): string => TITLES[kind]();
/** What exactly it allows. */
export const kindBody = (kind: WorkKind): string => BODIES[kind]();
