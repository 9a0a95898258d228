// Dry runs: what rules would have matched in past conversations. The price is shown and agreed to before one starts.
import { type FormEvent, useId, useState } from "react";
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { formatUsd, providerName } from "#modules/ai/views";
import { estimateDryRun, listDryRuns, MAX_CONVERSATIONS, type Price, type Rule, startDryRun } from "../../contract.ts";
import { formatPrice } from "../labels.ts";
import { RunView } from "./run-view.tsx";

const PERIODS = [7, 30, 90, 365];
interface Asked {
  readonly ruleIds: readonly string[];
  readonly from: string;
  readonly until: string;
  readonly most: number;
}

export function DryRunSection({ projectId, rules }: { projectId: string; rules: readonly Rule[] }) {
  const { data, error, refetch } = useRouteQuery(listDryRuns, { params: { projectId } });
  const judged = rules.filter(({ kind }) => kind !== "waiting");
  const newest = data?.items[0];
  const underWay = newest?.state === "running" || newest?.state === "paused";
  return (
    <Section title={m.monitoring_dry_title()} lead={m.monitoring_dry_lead()}>
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bar className="h-16 w-full" />
          </Skeleton>
        )
      ) : judged.length === 0 && !newest ? (
        <p className="text-muted">{m.monitoring_dry_no_rules()}</p>
      ) : (
        <>
          {!underWay && judged.length > 0 && <PlanForm projectId={projectId} rules={judged} />}
          {newest && <RunView key={newest.id} projectId={projectId} runId={newest.id} />}
        </>
      )}
    </Section>
  );
}

function PlanForm({ projectId, rules }: { projectId: string; rules: readonly Rule[] }) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [days, setDays] = useState(30);
  const [most, setMost] = useState("50");
  const [agreed, setAgreed] = useState<{ asked: Asked; price: Price; clientId: string }>();
  const legend = useId();
  const estimate = useRouteMutation(estimateDryRun, {
    suppressToast: true,
    done: (price, { body }) => setAgreed({ asked: body as Asked, price, clientId: crypto.randomUUID() }),
  });
  const start = useRouteMutation(startDryRun, { suppressToast: true, invalidates: [listDryRuns], done: () => setAgreed(undefined) });
  const chosen = rules.filter(({ id }) => !left.includes(id));
  const count = /^\d{1,3}$/.test(most.trim()) ? Number(most.trim()) : 0;
  const isValid = chosen.length > 0 && count >= 1 && count <= MAX_CONVERSATIONS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isValid) return;
    const now = Date.now();
    const [from, until] = [new Date(now - days * 86_400_000).toISOString(), new Date(now).toISOString()];
    start.reset();
    estimate.mutate({ params: { projectId } as never, body: { ruleIds: chosen.map(({ id }) => id), from, until, most: count } });
  };
  // The dialog has a form of its own, and React's events of a portal reach the form around it: so it stands beside.
  return (
    <>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <div role="group" aria-labelledby={legend} className="grid gap-2">
          <span id={legend} className="text-sm font-medium">
            {m.monitoring_dry_rules()}
          </span>
          {rules.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<span dir="auto">{name}</span>}
              checked={!left.includes(id)}
              onChange={(on) => setLeft(on ? left.filter((one) => one !== id) : [...left, id])}
            />
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={m.monitoring_dry_from()}>
            <Select
              value={String(days)}
              onChange={(value) => setDays(Number(value))}
              options={PERIODS.map((each) => ({ value: String(each), label: m.monitoring_dry_days({ count: each }) }))}
            />
          </Field>
          <Field
            label={m.monitoring_dry_most()}
            hint={m.monitoring_dry_most_hint({ max: MAX_CONVERSATIONS })}
            error={count >= 1 && count <= MAX_CONVERSATIONS ? undefined : m.monitoring_dry_most_wrong({ max: MAX_CONVERSATIONS })}
          >
            <TextInput inputMode="numeric" value={most} onChange={(event) => setMost(event.target.value)} />
          </Field>
        </div>
        {refusalOf(estimate.error) && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(estimate.error)}
          </p>
        )}
        <div>
          <Button type="submit" disabled={!isValid} busy={estimate.isPending}>
            {m.monitoring_dry_price()}
          </Button>
        </div>
      </form>
      {agreed && (
        <ConfirmDialog
          open
          onClose={() => setAgreed(undefined)}
          onConfirm={() =>
            start.mutate({
              params: { projectId } as never,
              body: { clientId: agreed.clientId, ...agreed.asked, atMostUsd: agreed.price.atMostUsd } as never,
            })
          }
          title={m.monitoring_dry_start_title({ count: agreed.price.conversations })}
          body={m.monitoring_dry_start_body()}
          action={m.monitoring_dry_start()}
          tone="primary"
          busy={start.isPending}
          error={refusalOf(start.error)}
        >
          <PriceTable price={agreed.price} />
        </ConfirmDialog>
      )}
    </>
  );
}

const PriceTable = ({ price }: { price: Price }) => (
  <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-md bg-subtle px-3.5 py-3">
    <Line label={m.monitoring_dry_model()}>{`${providerName(price.provider)} · ${price.model}`}</Line>
    {price.source === "own" ? (
      <Line label={m.monitoring_dry_costs()}>{m.monitoring_dry_free()}</Line>
    ) : (
      <>
        <Line label={m.monitoring_dry_about()}>{formatPrice(price.aboutUsd)}</Line>
        <Line label={m.monitoring_dry_at_most()}>{formatPrice(price.atMostUsd)}</Line>
      </>
    )}
    <Line label={m.monitoring_dry_spent()}>
      {m.monitoring_dry_spent_of({ spent: formatUsd(Math.round(price.spentUsd * 100) / 100), ceiling: formatUsd(price.ceilingUsd) })}
    </Line>
    {price.source === "dearest" && <dd className="col-span-2 text-xs text-muted">{m.monitoring_cost_dearest()}</dd>}
  </dl>
);
const Line = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="text-end font-medium tabular-nums wrap-anywhere">{children}</dd>
  </>
);
