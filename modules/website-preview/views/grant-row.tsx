// One preview of the list: what it shows to whom, what is left of it, and its buttons.
import { Link } from "@tanstack/react-router";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useState } from "react";
import { listPreviewGrants, type PreviewGrant, revokePreviewGrant } from "../contract.ts";
import { opensLabel } from "./labels.ts";

interface RowProps {
  readonly projectId: string;
  readonly grant: PreviewGrant;
  readonly mayChange: boolean;
}
const STATES = {
  expired: m.website_preview_expired,
  revoked: m.website_preview_revoked,
  spent: m.website_preview_spent,
  moved: m.website_preview_moved,
};
const number = new Intl.NumberFormat(locale);

export function GrantRow({ projectId, grant, mayChange }: RowProps) {
  const { site, paths, opens, members, state } = grant;
  const former = m.website_preview_former();
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-60 gap-1">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {site}
          </span>
          {state !== "valid" && <Chip tone="warn">{STATES[state]()}</Chip>}
          {grant.scripts && <Chip>{m.website_preview_with_scripts()}</Chip>}
        </span>
        <span dir="auto" className="text-xs text-muted wrap-anywhere">
          {paths.includes("/") ? m.website_preview_paths_all() : m.website_preview_paths_some({ paths: paths.join(", ") })}
          {" · "}
          {opens === "named" ? members.map(({ name }) => name ?? former).join(", ") : opensLabel(opens)}
        </span>
        <span className="text-xs text-muted tabular-nums">
          {m.website_preview_left({
            left: number.format(Math.max(0, grant.requestLimit - grant.used)),
            total: number.format(grant.requestLimit),
          })}
          {" · "}
          {state === "expired" || grant.revokedAt !== null
            ? m.website_preview_ended_at({ at: formatTime(grant.revokedAt ?? grant.expiresAt) })
            : m.website_preview_until({ at: formatTime(grant.expiresAt) })}
        </span>
        <span dir="auto" className="text-xs text-muted wrap-anywhere">
          {m.website_preview_made({ name: grant.createdBy ?? former })}{" "}
          {grant.lastOpenedAt === null
            ? m.website_preview_never_opened()
            : m.website_preview_opened({ name: grant.lastOpenedBy ?? former, at: formatTime(grant.lastOpenedAt) })}
        </span>
      </span>
      <span className="flex gap-2">
        {state === "valid" && grant.mayOpen && (
          <Link
            to="/projects/$projectId/preview/$previewGrantId"
            params={{ projectId, previewGrantId: grant.id }}
            aria-label={m.website_preview_open_of({ site })}
            className={buttonClasses("secondary", "sm")}
          >
            {m.website_preview_open()}
          </Link>
        )}
        {mayChange && state !== "revoked" && state !== "expired" && <Revoke {...{ projectId, grant }} />}
      </span>
    </li>
  );
}

function Revoke({ projectId, grant: { id, site } }: Omit<RowProps, "mayChange">) {
  const [asking, setAsking] = useState(false);
  const revoke = useRouteMutation(revokePreviewGrant, {
    suppressToast: true,
    invalidates: [listPreviewGrants],
    done() {
      setAsking(false);
      toast({ tone: "ok", title: m.website_preview_revoked_now() });
    },
  });
  return (
    <>
      <Button size="sm" aria-label={m.website_preview_revoke_of({ site })} onClick={() => setAsking(true)}>
        {m.website_preview_revoke()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate({ params: { projectId, previewGrantId: id } })}
        title={m.website_preview_revoke_title()}
        body={m.website_preview_revoke_body()}
        action={m.website_preview_revoke()}
        busy={revoke.isPending}
        error={refusalOf(revoke.error)}
      />
    </>
  );
}
