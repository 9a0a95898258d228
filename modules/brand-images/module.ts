import { serve, serveReading } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { socialCards } from "#modules/help-center";
import { projectCleanup } from "#modules/projects";
import * as contract from "./contract.ts";
import { readImage, readPictures, readToCheck, writeLeftGone, writeLookedAt, writeProjectGone } from "./queries.ts";
import { cardSettings, listCards, readCard } from "./read-cards.ts";
import { saveSettings } from "./save-settings.ts";
import { serveImage } from "./serve-image.ts";
import { CHECK_EVERY, describeCard, removeCard, storeCard } from "./store-card.ts";

/** Cards that the schedule looks at once an hour, and the minute of the hour. */
const PER_HOUR = 50;
const CHECKED_AT = 17;

export const brandImages = defineModule({
  name: "brand-images",
  needs: ["articles", "files", "help-center", "projects", "retrieval"],
  routes: [
    serve(contract.readCardSettings, cardSettings),
    serve(contract.saveCardSettings, (ctx, { body }) => saveSettings(ctx, body)),
    serve(contract.listSocialCards, (ctx, { query }) => listCards(ctx, query.cursor)),
    serve(contract.readSocialCard, async (ctx, { params }) => ({ card: (await readCard(ctx, params.subject, params.locale)) ?? null })),
    serve(contract.storeSocialCard, (ctx, { params, query }) => storeCard(ctx, params.subject, params.locale, query)),
    serve(contract.describeSocialCard, (ctx, { params, body }) => describeCard(ctx, params.subject, params.locale, body.alt)),
    serve(contract.removeSocialCard, (ctx, { params }) => removeCard(ctx, params.subject, params.locale)),
    serveReading(
      contract.readCardImage,
      (_, { params }) => [readImage(params.fileId, params.hash)],
      (ctx, { params }, [projectId]) => serveImage(ctx, params.fileId, projectId),
    ),
  ],
  cron: [
    {
      name: "remove cards of deleted articles",
      async run({ db, clock }) {
        const now = clock.now();
        // Nobody waits for it, and each statement of a minute is one of every minute.
        if (new Date(now).getUTCMinutes() !== CHECKED_AT) return;
        const [cards] = await db.read(readToCheck(now, PER_HOUR));
        if (cards.length === 0) return;
        await db.commit(cards.flatMap((card) => (card.gone ? writeLeftGone(card) : [writeLookedAt(card, now + CHECK_EVERY)])));
      },
    },
  ],
  provides: [
    provide(socialCards, readPictures),
    provide(projectCleanup, { name: "brand images", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
