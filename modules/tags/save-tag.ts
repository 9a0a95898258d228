// Creates and changes tags of a project.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId, type TagId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { audit, auditThing, isMember } from "#modules/projects";
import { hueOfNext, listTags, MAX_TAGS, type Tag, type TagHue } from "./contract.ts";
import { nameTaken, onlyAdminsCreate, tooManyTags, wasMerged } from "./errors.ts";
import {
  everybodyCreates,
  readEverybodyCreates,
  readTag,
  readTagBy,
  readTagCount,
  readTagNamed,
  readTags,
  writeChangedTag,
  writeTag,
  writeTagSettings,
} from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export const ADMINS = ["owner", "admin"] as const;

export async function readTagList(ctx: Ctx): Promise<{ items: Tag[]; everybodyCreates: boolean }> {
  const [items, everybody] = await ctx.db.read(readTags(ctx.caller.projectId), readEverybodyCreates(ctx.caller.projectId));
  return { items, everybodyCreates: everybody };
}

/** Throws `forbidden` if only owners and admins may, `conflict` with the `tagId` that has the name. */
export async function createTag(
  ctx: Ctx,
  { clientId, name, hue, description }: { clientId: string; name: string; hue?: TagHue | undefined; description: string },
): Promise<{ tag: Tag }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  // The caller can derive it, too, and so show the tag before the answer.
  const id = await derivedId("tag", `${projectId}:${clientId}`);
  const [count, before] = await ctx.db.read(readTagCount(projectId), readTagBy(projectId, clientId));
  const may = sql`${isMember(projectId, accountId)} AND (${everybodyCreates(projectId)} OR ${isMember(projectId, accountId, ADMINS)})`;
  const [tag, named, everybody] = await ctx.db.commitAndRead(
    [
      writeTag(projectId, { id, name, hue: hue ?? hueOfNext(count), description, clientId, now }, may),
      audit(ctx, "tags.created", { detail: { name } }),
    ],
    readTagBy(projectId, clientId),
    readTagNamed(projectId, name),
    readEverybodyCreates(projectId),
  );
  if (tag && before === undefined) {
    announceChanged(ctx, projectId, listTags);
    return { tag };
  }
  if (tag) {
    if (tag.name !== name && before?.name !== name) throw conflict(m.tags_same_client_id());
    ctx.reply.status = 200;
    return { tag };
  }
  if (named) throw nameTaken(named.mergedInto ?? named.id);
  if (!everybody && ctx.caller.role === "operator") throw onlyAdminsCreate();
  if (count >= MAX_TAGS) throw tooManyTags();
  throw notFound();
}

export async function changeTag(
  ctx: Ctx,
  tagId: TagId,
  fields: { name: string; hue: TagHue; description: string; archived: boolean },
): Promise<{ tag: Tag }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readTag(projectId, tagId));
  if (!before) throw notFound();
  const switched = fields.archived !== (before.state === "archived");
  const [tag, named] = await ctx.db.commitAndRead(
    [
      writeChangedTag(projectId, tagId, fields, isMember(projectId, accountId, ADMINS)),
      auditThing(
        ctx,
        !switched ? "tags.changed" : fields.archived ? "tags.archived" : "tags.unarchived",
        { name: before.name, hue: before.hue, description: before.description, archived: fields.archived !== switched },
        { ...fields },
      ),
    ],
    readTag(projectId, tagId),
    readTagNamed(projectId, fields.name),
  );
  if (!tag) throw notFound();
  if (tag.state === "merging" || tag.state === "merged") throw wasMerged();
  if (named && named.id !== tagId) throw nameTaken(named.id);
  announceChanged(ctx, projectId, listTags);
  return { tag };
}

export async function changeTagSettings(ctx: Ctx, input: { everybodyCreates: boolean }): Promise<{ everybodyCreates: boolean }> {
  const { projectId, accountId } = ctx.caller;
  const [everybody] = await ctx.db.commitAndRead(
    [
      writeTagSettings(projectId, input.everybodyCreates, isMember(projectId, accountId, ADMINS)),
      audit(ctx, input.everybodyCreates ? "tags.everybody_creates" : "tags.admins_create", {
        changes: [{ field: "everybodyCreates", from: !input.everybodyCreates, to: input.everybodyCreates }],
      }),
    ],
    readEverybodyCreates(projectId),
  );
  announceChanged(ctx, projectId, listTags);
  return { everybodyCreates: everybody };
}
