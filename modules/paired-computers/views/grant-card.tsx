// One grant: what its computers may do, until when, the computers, and the button that revokes it.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useState } from "react";
import { type DeviceGrant, listDeviceGrants, revokeDeviceGrant } from "../contract.ts";
import { DeviceRow, Names } from "./device-row.tsx";
import { kindTitle } from "./kinds.ts";
import { whyEnded } from "./why-ended.ts";

export function GrantCard({ projectId, grant }: { projectId: string; grant: DeviceGrant }) {
  const isMine = useMe().id === grant.person.id;
  const [asking, setAsking] = useState(false);
  const revoke = useRouteMutation(revokeDeviceGrant, {
    suppressToast: true,
    invalidates: [listDeviceGrants],
    done: () => {
      setAsking(false);
      toast({ tone: "ok", title: m.paired_computers_grant_done() });
    },
  });
  const name = grant.person.name ?? m.paired_computers_former();
  const day = formatDay(grant.expiresAt);
  const live = grant.devices.filter(({ revoked }) => revoked === null);
  return (
    <li className="grid grid-cols-1 rounded-md border border-line px-3.5 pt-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 pb-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <h3 dir="auto" className="font-medium wrap-anywhere">
            {isMine ? m.paired_computers_mine() : m.paired_computers_of({ name })}
          </h3>
          <span className="flex flex-wrap gap-1">
            {grant.kinds.map((kind) => (
              <Chip key={kind}>{kindTitle(kind)}</Chip>
            ))}
            {grant.state === "expired" && <Chip tone="warn">{m.paired_computers_expired()}</Chip>}
            {grant.state === "void" && <Chip tone="warn">{m.paired_computers_void()}</Chip>}
          </span>
          <span className="text-xs text-muted">
            {grant.revoked ? whyEnded(grant.revoked) : m.paired_computers_terms({ count: grant.jobsPerDay, day })}
          </span>
          {grant.state === "void" && <span className="text-xs text-warn-text">{m.paired_computers_void_body()}</span>}
        </div>
        {!grant.revoked && (
          <Button
            size="sm"
            aria-label={isMine ? m.paired_computers_revoke_own_grant({ day }) : m.paired_computers_revoke_grant_of({ name, day })}
            onClick={() => setAsking(true)}
          >
            {m.paired_computers_revoke_grant()}
          </Button>
        )}
      </div>
      {!grant.revoked && live.length === 0 && <p className="pb-3 text-xs text-muted">{m.paired_computers_no_device()}</p>}
      <ul className="grid">
        {grant.devices.map((device) => (
          <DeviceRow key={device.id} projectId={projectId} device={device} others={live.filter(({ id }) => id !== device.id)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate({ params: { projectId, grantId: grant.id } })}
        title={m.paired_computers_revoke_grant_title()}
        body={live.length === 0 ? m.paired_computers_revoke_grant_empty() : m.paired_computers_revoke_grant_body()}
        action={m.paired_computers_revoke_grant()}
        busy={revoke.isPending}
        error={refusalOf(revoke.error)}
      >
        {live.length > 0 && <Names devices={live} />}
      </ConfirmDialog>
    </li>
  );
}
