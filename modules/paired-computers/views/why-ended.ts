// Why a computer or a grant has ended, as a sentence.
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { Device, RevokedWhy } from "../contract.ts";

type Words = { readonly name: string; readonly at: string };
const SENTENCES: Record<RevokedWhy, (words: Words) => string> = {
  revoked: m.paired_computers_why_revoked,
  with_device: m.paired_computers_why_with_device,
  with_grant: m.paired_computers_why_with_grant,
  unpaired: m.paired_computers_why_unpaired,
  token_reused: m.paired_computers_why_token_reused,
  expired: m.paired_computers_why_expired,
  membership_lost: m.paired_computers_why_membership_lost,
  signed_out: m.paired_computers_why_signed_out,
  project_deleted: m.paired_computers_why_project_deleted,
};
/** The sentence, with who did it and when. */
export function whyEnded({ at, by, why }: NonNullable<Device["revoked"]>): string {
  const words = { name: by ?? m.paired_computers_former(), at: formatTime(at) };
  // Nobody revoked it: another computer of the grant was caught with a copied token.
  return why === "with_device" && by === null ? m.paired_computers_why_with_copied(words) : SENTENCES[why](words);
}
