// `unpair`: gives up the access of this computer. Others of the same person keep theirs.
import { stdout } from "node:process";
import { requireCredential } from "../credential.ts";
import { giveUp } from "../session.ts";
import { visible } from "../visible.ts";

export async function unpair(): Promise<number> {
  const { origin } = requireCredential();
  await giveUp();
  stdout.write(`This computer isn’t paired with ${visible(origin)} any more.\n`);
  return 0;
}
