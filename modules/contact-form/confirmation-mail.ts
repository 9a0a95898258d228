// The text of the confirmation mail: the link, and nothing that the reader typed.
import { provide } from "#kernel/module/index.ts";
import { confirmation } from "#modules/address-verification";
import { readPublicProfile } from "#modules/projects";
import { address, readSettings, textIn } from "#modules/help-center";
import { confirmationPath, confirmationToken } from "./confirmation-link.ts";
import { readOfDelivery } from "./queries.ts";
import { formTranslations, withTitle } from "./translations.ts";

export const confirmationMail = provide(confirmation, async (ctx, { projectId, deliveryId }) => {
  const { appOrigin } = ctx.config;
  const [request, face, settings] = await ctx.db.read(
    readOfDelivery(projectId, deliveryId, ctx.clock.now()),
    readPublicProfile(projectId),
    readSettings(projectId),
  );
  if (!request || !face || face.gone || !settings || appOrigin === undefined) return undefined;
  const { title } = textIn(settings, request.locale);
  const words = formTranslations(request.locale);
  const path = confirmationPath(request.locale, await confirmationToken(ctx, projectId, request.id));
  return [
    { words: `${withTitle(words.confirm, title)}:`, link: address({ origin: appOrigin, slug: face.slug }, path) },
    { plain: withTitle(words.notYou, title) },
  ];
});
