// The screen of social cards: how they are drawn, what is being drawn, and all of them.
import { useInfiniteQuery } from "@tanstack/react-query";
import { call, queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { locale as ownLocale } from "#dashboard/locale.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { ImageOff } from "lucide-react";
import { type CardSettings, isDue, listSocialCards, readCardSettings } from "../contract.ts";
import { CardTile } from "./card-tile.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { type Progress, useDrawing } from "./use-drawing.ts";

export default function SocialCardsPage() {
  const { id } = useProject();
  return (
    <Page title={m.help_title()} width="form" tabs={<SectionTabs of="help" label={m.help_title()} />}>
      <Content key={id} />
    </Page>
  );
}

function Content() {
  const { id: projectId, mayI } = useProject();
  const { data: settings, error, refetch } = useRouteQuery(readCardSettings, { params: { projectId } });
  if (!settings) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const admin = mayI("admin");
  const take = (saved: CardSettings): void => {
    queryClient.setQueryData(reading(readCardSettings, { params: { projectId } }).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: [listSocialCards.name] });
  };
  return (
    <>
      <SettingsForm key={settings.revision} {...{ projectId, settings, admin }} onSaved={take} />
      <Cards key={`${settings.revision}/${settings.open}`} {...{ projectId, settings, admin }} />
    </>
  );
}

interface CardsProps {
  readonly projectId: string;
  readonly settings: CardSettings;
  readonly admin: boolean;
}
function Cards({ projectId, settings, admin }: CardsProps) {
  const draws = admin && settings.drawn && settings.open;
  const { progress, start, stop } = useDrawing(projectId, draws);
  const list = useInfiniteQuery({
    queryKey: [listSocialCards.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listSocialCards>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listSocialCards, { params: { projectId }, query: { cursor: pageParam }, signal }),
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title={m.brand_images_cards()} lead={m.brand_images_cards_lead()}>
      {draws && progress && <DrawingState progress={progress} onStart={start} onStop={stop} />}
      {!admin && settings.drawn && settings.open && items.some(isDue) && (
        <p className="rounded-md bg-subtle px-4 py-3">{m.brand_images_due_admins()}</p>
      )}
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : items.length === 0 && !list.hasNextPage ? (
        <EmptyState
          icon={ImageOff}
          title={settings.open ? m.brand_images_none() : m.brand_images_closed()}
          body={settings.open ? undefined : m.brand_images_closed_body()}
        />
      ) : (
        <>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {items.map((card) => (
              <CardTile
                key={`${card.subject}/${card.locale}`}
                {...{ projectId, card, admin, drawn: settings.drawn }}
                onChanged={() => {
                  void list.refetch();
                  if (draws) start();
                }}
              />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.brand_images_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

const number = new Intl.NumberFormat(ownLocale);
function DrawingState({ progress, onStart, onStop }: { progress: Progress; onStart(): void; onStop(): void }) {
  const { phase, drawn, failed, total } = progress;
  const isRunning = phase === "looking" || phase === "drawing";
  const share = total === 0 ? undefined : (drawn + failed) / total;
  const counts = { drawn: number.format(drawn), total: number.format(total) };
  return (
    <div className="grid gap-2 rounded-md bg-subtle px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="tabular-nums">
          {phase === "done" && total === 0
            ? m.brand_images_none_due()
            : phase === "looking"
              ? m.brand_images_looking()
              : phase === "drawing"
                ? m.brand_images_drawing(counts)
                : phase === "done" && failed === 0
                  ? m.brand_images_drawn_all(counts)
                  : m.brand_images_drawn_some(counts)}
        </p>
        {isRunning ? (
          <Button size="sm" onClick={onStop}>
            {m.brand_images_stop()}
          </Button>
        ) : (
          <Button size="sm" onClick={onStart}>
            {failed > 0 || phase === "stopped" ? m.brand_images_go_on() : m.brand_images_look_again()}
          </Button>
        )}
      </div>
      {isRunning && <progress aria-label={m.brand_images_progress()} value={share} className="h-1 w-full accent-accent" />}
      {isRunning && <p className="text-xs text-muted">{m.brand_images_stay()}</p>}
    </div>
  );
}
