// The job that admits a mail, and what its receipt says after repeated failures.
import { idOf, type ReceiptId } from "#kernel/ids/index.ts";
import { job } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const admitMail = job("email.admit", v.strictObject({ receiptId: idOf("receipt") }));
export const keyOfAdmission = (receiptId: ReceiptId): string => `email.admit:${receiptId}`;
/** The receipt's error after many failures in a row. */
export const GIVEN_UP = "The email couldn’t be processed. We’ll retry every six hours while the original is kept.";
