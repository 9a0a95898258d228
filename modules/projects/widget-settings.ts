// Reads and changes the widget's appearance, its origin and its keys.
import { type MemberPrincipal, randomToken } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { type AuditChange, audit } from "./audit.ts";
import type { WidgetAppearance, WidgetSettings } from "./contract.ts";
import { publicProfileChange } from "./extension.ts";
import { newWidgetKey } from "./create-project.ts";
import {
  lookValue,
  projectIsLive,
  projectValue,
  readWidget,
  type Widget,
  writeIdentitySecret,
  writeWidget,
  writeWidgetKey,
} from "./queries.ts";
import { snippetOf } from "./rules.ts";
import { onColorOf } from "#kernel/wire/color.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type Change = { websiteOrigin?: string | null | undefined; look?: WidgetAppearance | undefined };

function shown(ctx: Ctx, widget: Widget | undefined): WidgetSettings {
  if (!widget) throw notFound();
  const { key, websiteOrigin, look, identitySecret, seenAt } = widget;
  return {
    key,
    websiteOrigin,
    look,
    onColor: onColorOf(look.color),
    snippet: snippetOf(appOrigin(ctx.config, ctx.url), key),
    hasIdentitySecret: identitySecret !== null,
    seenAt,
  };
}

function changesOf(projectId: ProjectId, { websiteOrigin, look }: Change): AuditChange[] {
  const origin =
    websiteOrigin === undefined ? [] : [{ field: "origin", from: projectValue(projectId, "website_origin"), to: websiteOrigin }];
  if (look === undefined) return origin;
  const keys = Object.keys(look) as (keyof WidgetAppearance)[];
  return [...origin, ...keys.map((key) => ({ field: key, from: lookValue(projectId, key), to: look[key] }))];
}
export async function widgetSettings(ctx: Ctx): Promise<WidgetSettings> {
  const [widget] = await ctx.db.read(readWidget(ctx.caller.projectId));
  return shown(ctx, widget);
}
export async function changeWidget(ctx: Ctx, change: Change): Promise<WidgetSettings> {
  const [widget] = await ctx.db.commitAndRead(
    [
      audit(ctx, "widget.changed", { changes: changesOf(ctx.caller.projectId, change) }, projectIsLive(ctx.caller.projectId)),
      writeWidget(ctx.caller.projectId, change),
      ...ctx.registry.extensions.of(publicProfileChange).flatMap((o) => [...o.statements(ctx.caller.projectId, sql`1`, ctx.clock.now())]),
    ],
    readWidget(ctx.caller.projectId),
  );
  return shown(ctx, widget);
}
export async function rotateKey(ctx: Ctx): Promise<WidgetSettings> {
  const [widget] = await ctx.db.commitAndRead(
    [writeWidgetKey(ctx.caller.projectId, newWidgetKey()), audit(ctx, "widget.key_rotated")],
    readWidget(ctx.caller.projectId),
  );
  return shown(ctx, widget);
}
export async function rotateSecret(ctx: Ctx): Promise<{ secret: string }> {
  const secret = randomToken(32);
  await ctx.db.commit([writeIdentitySecret(ctx.caller.projectId, secret), audit(ctx, "widget.identity_secret_rotated")]);
  return { secret };
}
