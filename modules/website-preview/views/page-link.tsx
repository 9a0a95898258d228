// Beside a page that a visitor was on: opens it in the preview, if a preview shows it.
import { Link } from "@tanstack/react-router";
import type { PropsOf } from "#dashboard/screen.ts";
import { Tooltip } from "#dashboard/ui/tooltip.tsx";
import { m } from "#messages";
import type { visitedPage } from "#modules/contacts/views";
import { MonitorSmartphone } from "lucide-react";
import { grantFor, useSomeGrants } from "./grants.ts";

export default function PageLink({ projectId, url }: PropsOf<typeof visitedPage>) {
  const { data } = useSomeGrants(projectId);
  const grant = data && grantFor(data.items, url);
  if (!grant) return null;
  const { pathname, search } = new URL(url);
  return (
    <Tooltip label={m.website_preview_page_link()}>
      <Link
        to="/projects/$projectId/preview/$previewGrantId"
        params={{ projectId, previewGrantId: grant.id }}
        search={{ path: pathname + search } as never}
        aria-label={m.website_preview_page_link()}
        className="ms-1 inline-grid size-6 shrink-0 place-items-center rounded-sm align-middle text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        <MonitorSmartphone className="size-4" aria-hidden />
      </Link>
    </Tooltip>
  );
}
