// Erasure step of suppressed addresses: the address goes, and what it suppresses stays by its hash.
import type { SuppressionId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL } from "#kernel/db/index.ts";
import { erasureStep, readContact } from "#modules/contacts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { suppressionKey } from "./address-key.ts";
import { readIdsOfContact, suppressionsOfContact, writeErased, writeForgotten } from "./queries.ts";

/** Statements that forget the addresses, in any spelling, of these projects: for leads and whoever else deletes people. */
export async function forgetAddresses(
  ctx: Pick<Ctx, "env" | "db">,
  those: readonly { readonly projectId: ProjectId; readonly address: string }[],
): Promise<SQL[]> {
  if (those.length === 0) return [];
  const keyed = await Promise.all(those.map(async ({ projectId, address }) => ({ projectId, key: await suppressionKey(ctx, address) })));
  return [writeForgotten(keyed)];
}

export const suppressionStep = erasureStep<SuppressionId>({
  name: "suppression.addresses",
  // Under other spellings of the contact's address than those that it has written from, too.
  prepare: async (ctx, { projectId, contactId }) => {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    const address = contact?.email ?? null;
    return address === null ? [] : await forgetAddresses(ctx, [{ projectId, address }]);
  },
  preview: async (_ctx, who) => ({ suppressions: suppressionsOfContact(who) }),
  listKeys: (who, _after, limit) => readIdsOfContact(who, limit),
  clear: (who, ids) => [{ statement: writeErased(who, ids), report: { kind: "suppressions" } }],
});
