// One computer of a grant: its system, its connector, when it was last heard from, and the button that revokes it.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { formatDay, RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Laptop } from "lucide-react";
import { useState } from "react";
import { type Device, listDeviceGrants, revokeDevice } from "../contract.ts";
import { whyEnded } from "./why-ended.ts";

interface RowProps {
  readonly projectId: string;
  readonly device: Device;
  /** The other computers under its grant that are not revoked. */
  readonly others: readonly Device[];
}

export function DeviceRow({ projectId, device, others }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { name, revoked } = device;
  const revoke = useRouteMutation(revokeDevice, {
    suppressToast: true,
    invalidates: [listDeviceGrants],
    done: ({ devices }) => {
      setAsking(false);
      toast({ tone: "ok", title: m.paired_computers_done({ count: devices }) });
    },
  });
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2.5">
      <Laptop className="size-5 shrink-0 text-faint" strokeWidth={1.5} aria-hidden />
      <span className="grid min-w-0 flex-1 basis-36 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          {!revoked && device.state === "working" && <Chip tone="accent">{m.paired_computers_working()}</Chip>}
          {!revoked && device.state === "stopped" && <Chip>{m.paired_computers_stopped()}</Chip>}
        </span>
        <span className="text-xs wrap-anywhere text-muted">
          <span dir="auto">{device.system}</span> · {m.paired_computers_version({ version: device.version })} ·{" "}
          {m.paired_computers_paired_at({ day: formatDay(device.pairedAt) })}
        </span>
        <span className="text-xs text-muted">
          {revoked ? (
            whyEnded(revoked)
          ) : device.lastSeenAt === null ? (
            m.paired_computers_never_seen()
          ) : (
            <>
              {m.paired_computers_seen()} <RelativeTime at={device.lastSeenAt} />
            </>
          )}
        </span>
      </span>
      {!revoked && (
        <Button size="sm" aria-label={m.paired_computers_revoke_device({ name })} onClick={() => setAsking(true)}>
          {m.paired_computers_revoke()}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate({ params: { projectId, deviceId: device.id } })}
        title={m.paired_computers_revoke_title({ name })}
        body={others.length === 0 ? m.paired_computers_revoke_alone() : m.paired_computers_revoke_with()}
        action={m.paired_computers_revoke()}
        busy={revoke.isPending}
        error={refusalOf(revoke.error)}
      >
        {others.length > 0 && <Names devices={others} />}
      </ConfirmDialog>
    </li>
  );
}

/** The computers that lose access, by name, and what can't be taken back from them. */
export const Names = ({ devices }: { devices: readonly Device[] }) => (
  <>
    <ul className="grid max-h-48 list-disc gap-1 overflow-y-auto ps-5">
      {devices.map((each) => (
        <li key={each.id} dir="auto" className="font-medium wrap-anywhere">
          {each.name}
        </li>
      ))}
    </ul>
    <p className="text-muted">{m.paired_computers_stays()}</p>
  </>
);
