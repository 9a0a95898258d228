// Declares the job that follows a change of who holds an address; inbound-email handles it.
import { job } from "#kernel/jobs/index.ts";
import * as v from "valibot";

/** Job that admits the mail held for an address, or deletes it. Its payload may name the address: it is a project's, not a person's. */
export const releaseWaiting = job("email.release", v.strictObject({ address: v.string() }));
