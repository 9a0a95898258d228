// What the mail says: the link, and nothing that was typed.
import { provide } from "#kernel/module/index.ts";
import { confirmation } from "#modules/address-verification";
import { readFace } from "#modules/projects";
import { address, readSettings } from "#modules/help-center";
import { letterPath, linkOf } from "./confirmation-link.ts";
import { readOfDelivery } from "./queries.ts";
import { letterWords, naming } from "./translations.ts";

export const letterMail = provide(confirmation, async (ctx, { projectId, deliveryId }) => {
  const { appOrigin } = ctx.config;
  const [letter, face, settings] = await ctx.db.read(
    readOfDelivery(projectId, deliveryId, ctx.clock.now()),
    readFace(projectId),
    readSettings(projectId),
  );
  if (!letter || !face || face.gone || !settings || appOrigin === undefined) return undefined;
  const words = letterWords(letter.locale);
  const place = letterPath(letter.locale, await linkOf(ctx, projectId, letter.id));
  return [
    { words: `${naming(words.confirm, settings.title)}:`, link: address({ origin: appOrigin, slug: face.slug }, place) },
    { plain: naming(words.notYou, settings.title) },
  ];
});
