// Signed reply addresses of sequences. Whoever writes there answers the sequence, from whatever address.
import { equalTexts } from "#kernel/auth/index.ts";
import { isId, type OutreachSequenceId, type ProjectId } from "#kernel/ids/index.ts";
import { proofOf, type Where } from "#modules/email";

const PURPOSE = "outreach-addresses";

/** Has the form of a conversation's reply address, but is signed with another key, so neither passes for the other. */
export async function answerAddress(where: Where, projectId: ProjectId, id: OutreachSequenceId, base: string): Promise<string> {
  const at = base.lastIndexOf("@");
  return `${base.slice(0, at)}+${id.slice(4)}${await proofOf(where, PURPOSE, `${projectId}/${id}`)}${base.slice(at)}`;
}

/** The sequence of a reply address of this project; undefined for any other address and for a forged MAC. */
export async function sequenceOfAddress(where: Where, projectId: ProjectId, address: string): Promise<OutreachSequenceId | undefined> {
  const [, name, proof] = /^[^@+]+\+([0-9a-z]{26})([0-9a-z]{26})@/.exec(address.trim().toLowerCase()) ?? [];
  const id = `osq_${name ?? ""}`;
  if (proof === undefined || !isId("outreachSequence", id)) return undefined;
  return equalTexts(await proofOf(where, PURPOSE, `${projectId}/${id}`), proof) ? id : undefined;
}
