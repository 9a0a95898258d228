// The settings that the launcher needs, as a visitor gets them.
import type { Ctx } from "#kernel/module/index.ts";
import { emailConfig, missingForSending, readAsksForAddress } from "#modules/email";
import { readGreeting } from "#modules/assistant";
import { as, type Query, query, sql } from "#kernel/db/index.ts";
import { defaultAppearances, readTeamNames, readWidget } from "#modules/projects";
import { onColorOf } from "#kernel/wire/color.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { readHours } from "#modules/business-hours";
import { nextOpening } from "#modules/business-hours/contract";
import { readHelpOpen } from "#modules/articles";
import { readImages } from "#modules/widget-images";
import type { WidgetConfig } from "./contract.ts";
import { type UsedPart, widgetParts } from "./extension.ts";
import { inVisitorLanguage } from "./languages.ts";

/** Names of the parts that the project uses, by one statement. */
const readParts = (projectId: ProjectId, parts: readonly UsedPart[]): Query<string[]> =>
  query(
    sql`SELECT json_array(${sql.join(
      parts.map(({ isUsed }) => isUsed(projectId)),
      sql`, `,
    )}) ${as.text("used")}`,
    ([row]) => (JSON.parse(row?.used ?? "[]") as number[]).flatMap((used, i) => (used ? [parts[i]?.name ?? ""] : [])),
  );

/** The project's widget for somebody who wishes the languages of `locale`; undefined without a project. */
export async function widgetConfigOf(
  ctx: Pick<Ctx, "db" | "config" | "clock" | "registry">,
  projectId: ProjectId,
  locale: string,
): Promise<WidgetConfig | undefined> {
  const [widget, team, asks, help, greeting, images, hours, parts] = await ctx.db.read(
    readWidget(projectId),
    readTeamNames(projectId),
    readAsksForAddress(projectId),
    readHelpOpen(projectId),
    readGreeting(projectId),
    readImages(projectId),
    readHours(projectId),
    readParts(projectId, ctx.registry.extensions.of(widgetParts)),
  );
  if (!widget) return undefined;
  const opensAt = nextOpening(hours, ctx.clock.now());
  return {
    projectName: widget.projectName,
    ...inVisitorLanguage(locale, greeting ? { ...widget.look, greeting } : widget.look, defaultAppearances()),
    onColor: onColorOf(widget.look.color),
    team: team.map((name) => ({ name })),
    assistant: greeting !== undefined,
    help,
    parts,
    images,
    opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
    mail: asks && missingForSending(emailConfig(ctx.config)).length === 0,
  };
}
