// What asks for access, and the form in which a person decides: for which project, what, how much, and until when.
import { issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { useMe, useProjects } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { formatDay, RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import {
  approvePairing,
  DEFAULT_JOBS_PER_DAY,
  denyPairing,
  type DeviceGrant,
  GRANT_DAYS,
  listDeviceGrants,
  MAX_JOBS_PER_DAY,
  type Pairing,
  type WorkKind,
} from "../contract.ts";
import { kindBody, kindTitle } from "./kinds.ts";

interface ReviewProps {
  readonly pairing: Pairing;
  /** As it is shown on the computer. */
  readonly code: string;
  onApproved(pairing: Pairing, projectId: string): void;
  onDenied(): void;
  /** Back to the code. */
  onAgain(): void;
}

export function ReviewForm({ pairing, code, onApproved, onDenied, onAgain }: ReviewProps) {
  const { items: projects, lastProjectId } = useProjects();
  const [projectId, setProjectId] = useState(projects.find(({ id }) => id === lastProjectId)?.id ?? projects[0]?.id ?? "");
  // A computer gets no more than it asked for, under a grant that is there already either.
  const grants = useOwnGrants(projectId).filter((grant) => grant.kinds.every((kind) => pairing.kinds.includes(kind)));
  const [grantId, setGrantId] = useState("");
  const [kinds, setKinds] = useState<readonly WorkKind[]>(pairing.kinds);
  const [days, setDays] = useState("30");
  const [jobs, setJobs] = useState(String(DEFAULT_JOBS_PER_DAY));
  const approve = useRouteMutation(approvePairing, {
    suppressToast: true,
    invalidates: [listDeviceGrants],
    done: (answer) => onApproved(answer.pairing, projectId),
  });
  const deny = useRouteMutation(denyPairing, { suppressToast: true, done: onDenied });
  const body = { revision: pairing.revision };
  const isNew = !grants.some(({ id }) => id === grantId);
  const legend = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const grant = isNew
      ? { kinds: [...kinds], days: GRANT_DAYS.find((each) => String(each) === days) ?? GRANT_DAYS[1], jobsPerDay: Number(jobs) }
      : { id: grantId };
    approve.mutate({ params: { projectId, pairingId: pairing.id }, body: { ...body, grant } });
  };
  const refused = refusalOf(approve.error) ?? refusalOf(deny.error);
  const kindsIssue = issueOf(approve.error, "kinds");
  return (
    <form onSubmit={submit} noValidate>
      <Section title={m.paired_computers_review()} lead={m.paired_computers_review_body({ code })}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Row label={m.paired_computers_name()}>
            <b dir="auto">{pairing.name}</b>
          </Row>
          <Row label={m.paired_computers_system()}>
            <span dir="auto">{pairing.system}</span>
          </Row>
          <Row label={m.paired_computers_connector()}>{pairing.version}</Row>
          <Row label={m.paired_computers_asked_at()}>
            <RelativeTime at={pairing.createdAt} />
          </Row>
        </dl>
      </Section>
      <Section title={m.paired_computers_what()} lead={m.paired_computers_what_lead()}>
        {projects.length === 0 ? (
          <p className="text-muted">{m.paired_computers_no_project()}</p>
        ) : (
          <>
            <Field label={m.paired_computers_project()}>
              <Select value={projectId} onChange={setProjectId} options={projects.map(({ id, name }) => ({ value: id, label: name }))} />
            </Field>
            {grants.length > 0 && (
              <Field label={m.paired_computers_grant()} hint={m.paired_computers_grant_hint()}>
                <Select
                  value={isNew ? "" : grantId}
                  onChange={setGrantId}
                  options={[
                    { value: "", label: m.paired_computers_grant_new() },
                    ...grants.map((grant) => ({ value: grant.id, label: grantLabel(grant) })),
                  ]}
                />
              </Field>
            )}
            {isNew ? (
              <>
                <div role="group" aria-labelledby={legend} className="grid gap-2.5">
                  <span id={legend} className="text-sm font-medium">
                    {m.paired_computers_kinds()}
                  </span>
                  {pairing.kinds.map((kind) => (
                    <Checkbox
                      key={kind}
                      label={kindTitle(kind)}
                      hint={kindBody(kind)}
                      checked={kinds.includes(kind)}
                      onChange={(on) => setKinds(on ? [...kinds, kind] : kinds.filter((each) => each !== kind))}
                    />
                  ))}
                  {kindsIssue && (
                    <p role="alert" className="text-xs text-bad-text">
                      {kindsIssue}
                    </p>
                  )}
                </div>
                <Field
                  label={m.paired_computers_jobs()}
                  hint={m.paired_computers_jobs_hint({ max: MAX_JOBS_PER_DAY })}
                  error={issueOf(approve.error, "jobsPerDay")}
                >
                  <TextInput
                    inputMode="numeric"
                    className="max-w-32"
                    value={jobs}
                    autoComplete="off"
                    onChange={(event) => setJobs(event.target.value)}
                  />
                </Field>
                <Field label={m.paired_computers_ends()}>
                  <Select
                    className="max-w-60"
                    value={days}
                    onChange={setDays}
                    options={GRANT_DAYS.map((count) => ({ value: String(count), label: m.paired_computers_end_days({ count }) }))}
                  />
                </Field>
              </>
            ) : (
              <Terms grant={grants.find(({ id }) => id === grantId)} />
            )}
          </>
        )}
        {refused && (
          <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            <span className="min-w-0 flex-1 basis-48">{refused}</span>
            <Button size="sm" onClick={onAgain}>
              {m.paired_computers_another_code()}
            </Button>
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button busy={deny.isPending} onClick={() => deny.mutate({ params: { pairingId: pairing.id }, body })}>
            {m.paired_computers_deny()}
          </Button>
          <Button type="submit" variant="primary" busy={approve.isPending} disabled={projectId === ""}>
            {m.paired_computers_approve()}
          </Button>
        </div>
      </Section>
    </form>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);
/** My own grants in a project to which a computer can be added. */
function useOwnGrants(projectId: string): readonly DeviceGrant[] {
  const me = useMe().id;
  const { data } = useRouteQuery(listDeviceGrants, { params: { projectId }, query: {} }, { enabled: projectId !== "" });
  return data?.items.filter(({ person, state }) => person.id === me && state === "valid") ?? [];
}
function grantLabel({ devices, createdAt }: DeviceGrant): string {
  const [first, ...more] = devices.filter(({ revoked }) => revoked === null);
  if (!first) return m.paired_computers_grant_from({ day: formatDay(createdAt) });
  return more.length === 0
    ? m.paired_computers_grant_of_one({ name: first.name })
    : m.paired_computers_grant_as({ name: first.name, count: more.length });
}
/** What the chosen grant allows, which can't be changed here. */
const Terms = ({ grant }: { grant: DeviceGrant | undefined }) =>
  grant && (
    <div className="grid gap-1 rounded-md bg-subtle px-3 py-2">
      <span>{grant.kinds.map(kindTitle).join(" · ")}</span>
      <span className="text-muted">{m.paired_computers_terms({ count: grant.jobsPerDay, day: formatDay(grant.expiresAt) })}</span>
    </div>
  );
