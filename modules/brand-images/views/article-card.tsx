// Beside an article in the editor: its social card. Draws it when the article was published, or its look has changed.
import { queryClient, reading, refusalOf, useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { articleAside } from "#modules/articles/views";
import { useEffect, useRef, useState } from "react";
import { isDue, readCardSettings, readSocialCard, type SocialCard } from "../contract.ts";
import { CardActions } from "./card-actions.tsx";
import { CardPicture, StateOfCard } from "./card-picture.tsx";
import { storeDrawn } from "./drawing/store-drawn.ts";

export default function ArticleCard({ projectId, articleId, locale, version, admin }: PropsOf<typeof articleAside>) {
  const params = { projectId, subject: articleId, locale };
  const { data: settings } = useRouteQuery(readCardSettings, { params: { projectId } });
  const { data, refetch } = useRouteQuery(readSocialCard, { params }, { enabled: version !== null });
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  const card = data?.card ?? undefined;
  // Publishing changes what there is to draw.
  useEffect(() => {
    if (version !== null) void refetch();
  }, [version, refetch]);
  const isToDraw = admin && settings?.drawn === true && card !== undefined && isDue(card);
  const latest = useRef<SocialCard>(undefined);
  useEffect(() => {
    latest.current = card;
  }, [card]);
  const key = isToDraw ? `${card.title}\n${card.look}` : undefined;
  // Once for each title and look, and each time that somebody asks for it: reading the same card again draws nothing.
  useEffect(() => {
    const { current: now } = latest;
    if (key === undefined || now === undefined) return undefined;
    const over = new AbortController();
    setProblem(undefined);
    storeDrawn(projectId, now, over.signal).then(
      (stored) => put({ projectId, subject: articleId, locale }, stored),
      (error: unknown) => {
        if (!over.signal.aborted) setProblem(refusalOf(error) ?? m.brand_images_draw_failed());
      },
    );
    return () => over.abort();
  }, [projectId, articleId, locale, key, tries]);
  if (version === null || !card || !settings) return null;
  return (
    <section aria-label={m.brand_images_card()} className="grid grid-cols-1 gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-sm font-medium">{m.brand_images_card()}</h2>
        {admin && <CardActions {...{ projectId, card }} onChanged={(changed) => (changed ? put(params, changed) : void refetch())} />}
      </div>
      <CardPicture card={card} drawn={settings.drawn} />
      <p role="status" className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {isToDraw && problem === undefined ? m.brand_images_drawing_one() : <StateOfCard card={card} drawn={settings.drawn} />}
      </p>
      {problem !== undefined && (
        <div role="alert" className="grid justify-items-start gap-2 text-xs text-bad-text">
          {problem}
          <Button
            size="sm"
            onClick={() => {
              void refetch();
              setTries((before) => before + 1);
            }}
          >
            {m.brand_images_try_again()}
          </Button>
        </div>
      )}
    </section>
  );
}
const put = (params: { projectId: string; subject: string; locale: string }, card: SocialCard): void =>
  void queryClient.setQueryData(reading(readSocialCard, { params }).queryKey, { card });
