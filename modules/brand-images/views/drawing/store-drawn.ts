// Draws a card and stores it.
import { pathOf } from "#kernel/wire/route.ts";
import { upload } from "#modules/files/views";
import { type SocialCard, storeSocialCard } from "../../contract.ts";
import { drawCard } from "./draw-card.ts";

/** The stored card. Rejects if it changed meanwhile (409), or the connection fails. */
export async function storeDrawn(projectId: string, card: SocialCard, signal: AbortSignal): Promise<SocialCard> {
  const { subject, locale, title, look } = card;
  // From what its hash is of, and nothing that was read at another time.
  const blob = await drawCard(card);
  const query = { name: "card.png", clientId: crypto.randomUUID(), kind: "drawn", title, look };
  return await upload<SocialCard>(pathOf(storeSocialCard, { projectId, subject, locale }, query), blob, {
    onProgress: () => undefined,
    signal,
  });
}
