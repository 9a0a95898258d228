// The screen of one preview: the website in a frame.
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { NARROW, useMedia } from "#dashboard/ui/use-media.ts";
import { m } from "#messages";
import { EyeOff } from "lucide-react";
import { listPreviewGrants, type PreviewGrant } from "../contract.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const OVER: Readonly<Record<Exclude<PreviewGrant["state"], "valid">, () => string>> = {
  revoked: m.website_preview_over_revoked_here,
  expired: m.website_preview_over_expired_here,
  moved: m.website_preview_over_moved_here,
  spent: m.website_preview_over_spent_here,
};

export default function PreviewPage() {
  const { id: projectId } = useProject();
  const { previewGrantId = "" } = useParams({ strict: false }) as { previewGrantId?: string };
  const { path, article } = useSearch({ strict: false }) as { path?: string; article?: string };
  const { data, error, refetch } = useRouteQuery(listPreviewGrants, { params: { projectId } });
  const isNarrow = useMedia(NARROW);
  const grant = data?.items.find(({ id }) => id === previewGrantId);
  const all = (
    <Link to="/projects/$projectId/settings/website-preview" params={{ projectId }} className={buttonLink}>
      {m.website_preview_back()}
    </Link>
  );
  return (
    <Page title={m.website_preview_title()} lead={grant?.site} actions={all} width="full">
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-120 w-full" />
        )
      ) : !grant ? (
        <EmptyState icon={EyeOff} title={m.website_preview_gone()} />
      ) : grant.state !== "valid" || !grant.mayOpen ? (
        <EmptyState icon={EyeOff} title={grant.state === "valid" ? m.website_preview_over_access_here() : OVER[grant.state]()} />
      ) : (
        <PreviewFrame
          key={grant.id}
          {...{ projectId, grant }}
          path={typeof path === "string" ? path : undefined}
          article={typeof article === "string" ? article : undefined}
          startWidth={isNarrow ? "phone" : "desktop"}
        />
      )}
    </Page>
  );
}
