// Saves how cards are drawn.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { renderAll } from "#modules/articles";
import { audit, changesBetween, isMember } from "#modules/projects";
import type { CardSettings } from "./contract.ts";
import { lookFrom, lookReads } from "./look.ts";
import { settingsAre, type StoredSettings, writeSettings } from "./queries.ts";
import { shownSettings } from "./read-cards.ts";

/** Pages are rendered again if cards are turned on or off; a new look shows as cards are drawn. */
export async function saveSettings(ctx: RequestCtx<MemberPrincipal>, given: StoredSettings): Promise<CardSettings> {
  const { projectId, accountId } = ctx.caller;
  const { settings: before } = lookFrom(await ctx.db.read(...lookReads(projectId)));
  const now = ctx.clock.now();
  const job = renderAll(projectId, now);
  const turned = before.drawn !== given.drawn;
  const kept = ({ drawn, design, color }: StoredSettings) => ({ drawn, design, color });
  const read = await ctx.db.commitAndRead(
    [
      writeSettings(projectId, given, isMember(projectId, accountId, ["owner", "admin"])),
      // What the settings did is known by their revision; somebody who was faster has the pages rendered once more.
      audit(ctx, "brand_images.settings", {
        detail: { drawn: given.drawn ? "1" : "0", design: given.design },
        changes: changesBetween(kept(before), kept(given)),
      }),
      ...(turned ? [writeJobs([job], now, settingsAre(projectId, given.revision + 1))] : []),
    ],
    ...lookReads(projectId),
  );
  const look = lookFrom(read);
  const stored = look.settings;
  const isSame = stored.drawn === given.drawn && stored.design === given.design && stored.color === given.color;
  if (!isSame || stored.revision !== given.revision + 1) throw conflict(m.brand_images_settings_moved(), { settings: shownSettings(look) });
  if (turned) wakeJobs(ctx, [job.id]);
  return shownSettings(look);
}
