// `status`: what this computer may do, as the service says it now.
import { stdout } from "node:process";
import { requireCredential } from "../credential.ts";
import { readPaired } from "../session.ts";
import { visible } from "../visible.ts";
import { describePaired } from "../words.ts";

export async function status(): Promise<number> {
  const { origin } = requireCredential();
  const paired = await readPaired();
  stdout.write(`${visible(origin)}\n${describePaired(paired)}\n`);
  return 0;
}
