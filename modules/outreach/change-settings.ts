// Settings and templates of outreach.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type OutreachTemplateId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { audit, auditThing, changesBetween } from "#modules/projects";
import { MAX_TEMPLATES, type Settings, type Template } from "./contract.ts";
import { readReadiness } from "./readiness.ts";
import {
  readSettings,
  readTemplate,
  readTemplateBy,
  readTemplates,
  writeSettings,
  writeTemplate,
  writeTemplateChange,
  writeTemplateGone,
} from "./settings-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export async function readAllSettings(ctx: Ctx) {
  const { projectId } = ctx.caller;
  const [[settings, templates], readiness] = await Promise.all([
    ctx.db.read(readSettings(projectId), readTemplates(projectId)),
    readReadiness(ctx, projectId),
  ]);
  if (!readiness) throw notFound();
  return { settings, templates, missing: [...readiness.missing] };
}
export async function changeSettings(ctx: Ctx, settings: Settings): Promise<{ settings: Settings }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [before] = await ctx.db.read(readSettings(projectId));
  const [stored] = await ctx.db.commitAndRead(
    [
      writeSettings(projectId, settings, accountId, now),
      audit(ctx, "outreach.settings", { changes: changesBetween({ ...before }, { ...before, ...settings }) }),
    ],
    readSettings(projectId),
  );
  // The member lost the role meanwhile.
  if (JSON.stringify(stored) !== JSON.stringify({ ...stored, ...settings })) throw forbidden();
  return { settings: stored };
}

type Words = Pick<Template, "name" | "subject" | "text">;
const kept = ({ name, subject, text }: Words) => ({ name, subject, text });
const isSame = (a: Words, b: Words): boolean => a.name === b.name && a.subject === b.subject && a.text === b.text;
export async function createTemplate(
  ctx: Ctx,
  { clientId, ...words }: Words & { readonly clientId: string },
): Promise<{ template: Template }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("outreachTemplate", now);
  const [template] = await ctx.db.commitAndRead(
    [
      writeTemplate(projectId, { id, clientId, ...words }, accountId, now),
      auditThing(ctx, "outreach.template_created", undefined, kept(words)),
    ],
    readTemplateBy(projectId, clientId),
  );
  if (!template) throw conflict(m.outreach_templates_full({ max: MAX_TEMPLATES }));
  if (template.id !== id) {
    if (!isSame(template, words)) throw conflict(m.outreach_same_client_id());
    ctx.reply.status = 200;
  }
  return { template };
}
export async function changeTemplate(
  ctx: Ctx,
  id: OutreachTemplateId,
  { revision, ...words }: Words & { readonly revision: number },
): Promise<{ template: Template }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readTemplate(projectId, id));
  if (!before) throw notFound();
  const [template] = await ctx.db.commitAndRead(
    [
      writeTemplateChange(projectId, id, revision, words, accountId),
      auditThing(ctx, "outreach.template_changed", kept(before), kept(words)),
    ],
    readTemplate(projectId, id),
  );
  if (!template) throw notFound();
  if (template.revision !== revision + 1 || !isSame(template, words)) throw conflict(m.outreach_template_changed(), { template });
  return { template };
}
/** Throws `not_found` for one that is gone already, as for one of another project. */
export async function deleteTemplate(ctx: Ctx, id: OutreachTemplateId): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readTemplate(projectId, id));
  if (!before) throw notFound();
  const [deleted = 0] = await ctx.db.commit([
    writeTemplateGone(projectId, id, accountId),
    auditThing(ctx, "outreach.template_deleted", kept(before), undefined),
  ]);
  if (deleted === 0) throw notFound();
  return { ok: true };
}
