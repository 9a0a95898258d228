// The job that admits a mail, and what its receipt says after repeated failures.
import { idOf, type ReceiptId } from "#kernel/ids/index.ts";
import { job } from "#kernel/jobs/index.ts";
import * as v from "valibot";

export const admitMail = job("email.admit", v.strictObject({ receiptId: idOf("receipt") }));
export const keyOfAdmission = (receiptId: ReceiptId): string => `email.admit:${receiptId}`;
