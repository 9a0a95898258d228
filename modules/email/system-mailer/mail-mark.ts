// Makes the mark by which the installation recognises its own account mail when it comes back. It cannot be forged.
import type { SystemMailId } from "#kernel/ids/index.ts";
import { proofOf, type Where } from "../addresses/reply-address.ts";

const PURPOSE = "own-mail";
export const MARK_HEADER = "X-Seed-Desk-Mail";
/** The mark of an account mail. */
export const markOf = async (where: Where, id: SystemMailId): Promise<string> => `sd-${id.slice(4)}${await proofOf(where, PURPOSE, id)}`;
