// Creates, changes and orders the attributes of a project's contacts.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactAttributeId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { audit, changesBetween, isMember } from "#modules/projects";
import { type Attribute, listAttributes, MAX_ATTRIBUTES } from "./contract.ts";
import { readAttribute, readAttributeBy, readAttributes, writeAttribute, writeChangedAttribute, writeOrder } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const ADMINS = ["owner", "admin"] as const;

export async function readAttributeList(ctx: Ctx): Promise<{ items: Attribute[] }> {
  const [items] = await ctx.db.read(readAttributes(ctx.caller.projectId));
  return { items };
}

/** Throws `conflict` if the key is taken or the project has as many attributes as it may. */
export async function createAttribute(
  ctx: Ctx,
  input: Pick<Attribute, "key" | "label" | "type" | "choices"> & { readonly clientId: string },
): Promise<{ attribute: Attribute }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("contactAttribute", now);
  const [attribute, all] = await ctx.db.commitAndRead(
    [
      writeAttribute(projectId, { ...input, id, now }, isMember(projectId, accountId, ADMINS)),
      audit(ctx, "contact_attributes.created", {
        detail: { name: input.label },
        changes: changesBetween(undefined, { key: input.key, label: input.label, type: input.type, choices: input.choices }),
      }),
    ],
    readAttributeBy(projectId, input.clientId),
    readAttributes(projectId),
  );
  if (!attribute) {
    if (all.some(({ key }) => key === input.key)) throw conflict(m.contact_attributes_key_taken());
    throw all.length >= MAX_ATTRIBUTES ? conflict(m.contact_attributes_too_many({ max: MAX_ATTRIBUTES })) : notFound();
  }
  if (attribute.id === id) announceChanged(ctx, projectId, listAttributes);
  else if (attribute.key !== input.key) throw conflict(m.contact_attributes_same_client_id());
  else ctx.reply.status = 200;
  return { attribute };
}

/** Key and type stay. Throws `invalid_request` for a choice without choices, and for choices of another type. */
export async function changeAttribute(
  ctx: Ctx,
  id: ContactAttributeId,
  change: Pick<Attribute, "label" | "choices" | "archived">,
): Promise<{ attribute: Attribute }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readAttribute(projectId, id));
  if (!before) throw notFound();
  if ((before.type === "choice") !== change.choices.length > 0)
    throw invalidRequest([{ path: "choices", message: m.contact_attributes_needs_choices() }]);
  const switched = change.archived !== before.archived;
  const [attribute] = await ctx.db.commitAndRead(
    [
      writeChangedAttribute(projectId, id, change, isMember(projectId, accountId, ADMINS)),
      audit(
        ctx,
        !switched ? "contact_attributes.changed" : change.archived ? "contact_attributes.archived" : "contact_attributes.unarchived",
        { detail: { name: change.label }, changes: changesBetween(kept(before), kept(change)) },
      ),
    ],
    readAttribute(projectId, id),
  );
  if (!attribute) throw notFound();
  announceChanged(ctx, projectId, listAttributes);
  return { attribute };
}

/** Ids that are not the project's are passed over. */
export async function orderAttributes(ctx: Ctx, ids: readonly ContactAttributeId[]): Promise<{ items: Attribute[] }> {
  const { projectId, accountId } = ctx.caller;
  const [items] = await ctx.db.commitAndRead(
    [writeOrder(projectId, ids, isMember(projectId, accountId, ADMINS)), audit(ctx, "contact_attributes.ordered")],
    readAttributes(projectId),
  );
  announceChanged(ctx, projectId, listAttributes);
  return { items };
}

const kept = ({ label, choices, archived }: Pick<Attribute, "label" | "choices" | "archived">) => ({ label, choices, archived });
