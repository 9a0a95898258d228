import { job } from "#kernel/jobs/index.ts";
import * as v from "valibot";

/** Takes in what waited for an address, or forgets it. The address is a project's own and no person's. */
export const releaseWaiting = job("email.release", v.strictObject({ address: v.string() }));
