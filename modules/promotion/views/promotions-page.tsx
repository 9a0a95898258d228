// What answers customers, what is being rolled out with how it goes on both sides, and what was promoted before.
import { Rocket } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { comparePath } from "#modules/evaluation/contract";
import { MOST_COUNTED, type Promotion, type Promotions, raiseShare, readPromotions, rollBack, stopRollout } from "../contract.ts";
import { ShareField, shareOf } from "./share-field.tsx";
import { configurationOf, STATES } from "./words.ts";

const WHILE_ROLLING = 30_000;

export default function PromotionsPage() {
  const { id } = useProject();
  return (
    <Page
      title={m.promotion_title()}
      lead={m.promotion_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.promotion_title()} />}
    >
      <Content key={id} projectId={id} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readPromotions, { params: { projectId } as never }, { every: WHILE_ROLLING });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      <Section title={m.promotion_present()}>
        <p className="font-medium wrap-anywhere">{configurationOf(data.present)}</p>
        {!mayI("admin") && <p className="text-muted">{m.promotion_members()}</p>}
        {data.rollback !== null && mayI("admin") && <RollBack projectId={projectId} data={data} id={data.rollback} />}
      </Section>
      {data.rolling && <Rolling key={data.rolling.promotion.share} projectId={projectId} rolling={data.rolling} admin={mayI("admin")} />}
      {data.items.length === 0 ? (
        <EmptyState icon={Rocket} title={m.promotion_none()} body={m.promotion_none_body()} />
      ) : (
        <Section title={m.promotion_history()}>
          <ul className="grid grid-cols-1">
            {data.items.map((item) => (
              <Item key={item.id} projectId={projectId} item={item} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function RollBack({ projectId, data, id }: { projectId: string; data: Promotions; id: Promotion["id"] }) {
  const [open, setOpen] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const target = data.items.find((one) => one.id === id);
  const back = useRouteMutation(rollBack, {
    suppressToast: true,
    invalidates: [readPromotions],
    done: () => {
      setOpen(false);
      setClientId(crypto.randomUUID());
    },
  });
  if (!target) return null;
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{m.promotion_roll_back()}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => back.mutate({ params: { projectId, promotionId: id } as never, body: { clientId } })}
        title={m.promotion_roll_back_title()}
        body={m.promotion_roll_back_body({ from: configurationOf(data.present), to: configurationOf(target.from) })}
        action={m.promotion_roll_back()}
        tone="primary"
        busy={back.isPending}
        error={refusalOf(back.error)}
      />
    </div>
  );
}

function Rolling({ projectId, rolling, admin }: { projectId: string; rolling: NonNullable<Promotions["rolling"]>; admin: boolean }) {
  const { promotion, outcomes, stale } = rolling;
  const [share, setShare] = useState("100");
  const params = { projectId, promotionId: promotion.id } as never;
  const raise = useRouteMutation(raiseShare, { suppressToast: true, invalidates: [readPromotions] });
  const stop = useRouteMutation(stopRollout, { suppressToast: true, invalidates: [readPromotions] });
  const chosen = shareOf(share, promotion.share + 1);
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== undefined && !raise.isPending) raise.mutate({ params, body: { share: chosen } });
  }
  const problem = refusalOf(raise.error) ?? refusalOf(stop.error);
  return (
    <Section title={m.promotion_rolling()} lead={m.promotion_rolling_lead()}>
      <p role="status" className="wrap-anywhere">
        {m.promotion_rolling_share({ share: promotion.share, configuration: configurationOf(promotion.to) })}
      </p>
      {stale && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.promotion_stale()}</p>}
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={m.promotion_outcomes()}>
        <table className="w-full">
          <thead>
            <tr className="text-xs whitespace-nowrap text-muted">
              <td />
              {[m.promotion_sent(), m.promotion_handed_over(), m.promotion_failed(), m.promotion_other()].map((label) => (
                <th key={label} scope="col" className="ps-3 pb-2 text-end font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ side, sent, handedOver, failed, other }) => (
              <tr key={side} className="border-t border-line tabular-nums">
                <th scope="row" className="py-2 pe-3 text-start font-normal">
                  {side === "candidate" ? m.promotion_side_candidate() : m.promotion_side_previous()}
                </th>
                {[sent, handedOver, failed, other].map((count, at) => (
                  <td key={at} className="py-2 ps-3 text-end">
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-xs text-muted">{m.promotion_outcomes_hint({ count: MOST_COUNTED })}</p>
      {admin && (
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-3">
          {!stale && <ShareField value={share} onChange={setShare} />}
          {!stale && chosen === undefined && (
            <p className="text-xs text-muted">{m.promotion_share_range({ least: promotion.share + 1 })}</p>
          )}
          {problem && (
            <p role="alert" className="text-bad-text wrap-anywhere">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {!stale && (
              <Button type="submit" variant="primary" busy={raise.isPending} disabled={chosen === undefined}>
                {chosen === 100 ? m.promotion_finish() : m.promotion_raise()}
              </Button>
            )}
            <Button busy={stop.isPending} onClick={() => stop.mutate({ params, body: {} })}>
              {m.promotion_stop()}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
}

const Item = ({ projectId, item }: { projectId: string; item: Promotion }) => (
  <li className="grid grid-cols-1 gap-1 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-medium wrap-anywhere">{configurationOf(item.to)}</span>
      <Chip tone={item.kind === "rollback" ? "warn" : STATES[item.state].tone}>
        {item.kind === "rollback" ? m.promotion_rollback() : STATES[item.state].label()}
      </Chip>
      <RelativeTime at={item.at} short className="ms-auto text-xs text-faint" />
    </div>
    <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
      <span className="wrap-anywhere">{m.promotion_before({ configuration: configurationOf(item.from) })}</span>
      {item.kind === "promotion" && <span>{m.promotion_share_of({ share: item.share })}</span>}
      {item.kind === "promotion" && <span>{m.promotion_worse({ count: item.worse })}</span>}
      {item.by !== null && <bdi className="wrap-anywhere">{item.by}</bdi>}
      {item.runId !== null && item.comparedRunId !== null && (
        <Link to={comparePath(projectId, item.runId, item.comparedRunId)} className="rounded-xs underline">
          {m.promotion_comparison()}
        </Link>
      )}
    </div>
  </li>
);
