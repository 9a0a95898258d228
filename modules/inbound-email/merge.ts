// What follows a contact that is merged into another one: received mails.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("email.receipts", sql`inbound_mail_receipts`)];
