// Mails a code to the asker's address, and takes it: both by the module that proves addresses.
import { invalidRequest } from "#kernel/errors/index.ts";
import type { ActionRequestId } from "#kernel/ids/index.ts";
import { requestAddressCode, verifyVisitorAddress } from "#modules/address-verification";
import { m } from "#messages";
import type { ActionAsked } from "../contract.ts";
import { readAsked, type VisitorCtx } from "./asked.ts";

/** To the address that the contact claims; to the given one only if it claims none. */
export async function requestCode(
  ctx: VisitorCtx,
  id: ActionRequestId,
  { clientId, email }: { clientId: string; email?: string | undefined },
): Promise<ActionAsked> {
  const { address } = await readAsked(ctx, id);
  const to = address ?? email;
  if (to === undefined) throw invalidRequest([{ path: "email", message: m.assistant_actions_no_address() }]);
  await requestAddressCode(ctx, { clientId, email: to });
  return await readAsked(ctx, id);
}

export async function proveAsker(ctx: VisitorCtx, id: ActionRequestId, code: string): Promise<ActionAsked> {
  await readAsked(ctx, id);
  await verifyVisitorAddress(ctx, code);
  return await readAsked(ctx, id);
}
