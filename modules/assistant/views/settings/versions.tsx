// The versions of the guidance: who saved them and when, what is different now, and restoring one as a new version.
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useState } from "react";
import { type AssistantSettings, type GuidanceVersion, listGuidanceVersions } from "../../contract.ts";
import { DifferenceList } from "./difference-list.tsx";
import { differencesOf } from "./differences.ts";

/** Shown at first; the others on request. */
const SHOWN = 5;

interface VersionsProps {
  readonly projectId: string;
  readonly settings: AssistantSettings;
  /** The form has unsaved changes, which a restored version would replace. */
  readonly isEditing: boolean;
  readonly busy: boolean;
  onRestore(version: GuidanceVersion): void;
}

export function Versions({ projectId, settings, isEditing, busy, onRestore }: VersionsProps) {
  const { data, error, refetch } = useRouteQuery(listGuidanceVersions, { params: { projectId } });
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<number>();
  const items = data?.items ?? [];
  return (
    <Section title={m.assistant_versions_title()} lead={m.assistant_versions_lead()}>
      {data === undefined ? (
        error ? (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <p className="flex-1 text-muted">{messageOf(error)}</p>
            <Button onClick={() => void refetch()}>{m.dashboard_retry()}</Button>
          </div>
        ) : (
          <Skeleton className="h-11" />
        )
      ) : items.length === 0 ? (
        <p className="text-muted">{m.assistant_versions_none()}</p>
      ) : (
        <ol className="grid grid-cols-1">
          {(all ? items : items.slice(0, SHOWN)).map((item) => {
            const isCurrent = item.version === settings.version;
            const isOpen = open === item.version;
            return (
              <li key={item.version} className="grid grid-cols-1 gap-3 border-b border-line py-2 last:border-b-0">
                <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="flex-1 basis-48">
                    <span className="font-medium">{m.assistant_version({ version: item.version })}</span>
                    {isCurrent && (
                      <Chip tone="ok" className="ms-2">
                        {m.assistant_version_current()}
                      </Chip>
                    )}
                    <span className="block text-xs text-muted wrap-anywhere">
                      {item.savedBy ?? m.assistant_version_nobody()} · <RelativeTime at={item.savedAt} />
                    </span>
                  </span>
                  {!isCurrent && (
                    <>
                      <Button
                        size="sm"
                        aria-expanded={isOpen}
                        aria-label={isOpen ? undefined : m.assistant_compare_label({ version: item.version })}
                        onClick={() => setOpen(isOpen ? undefined : item.version)}
                      >
                        {isOpen ? m.assistant_compare_hide() : m.assistant_compare()}
                      </Button>
                      <Button
                        size="sm"
                        busy={busy}
                        disabled={isEditing}
                        title={isEditing ? m.assistant_restore_save_first() : undefined}
                        aria-label={m.assistant_restore_label({ version: item.version })}
                        onClick={() => onRestore(item)}
                      >
                        {m.assistant_restore()}
                      </Button>
                    </>
                  )}
                </div>
                {isOpen && !isCurrent && <Comparison item={item} settings={settings} />}
              </li>
            );
          })}
        </ol>
      )}
      {!all && items.length > SHOWN && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {m.assistant_versions_all({ count: items.length })}
        </Button>
      )}
    </Section>
  );
}

/** From this version to the current one. */
function Comparison({ item, settings }: { item: GuidanceVersion; settings: AssistantSettings }) {
  const differences = differencesOf(item.guidance, settings.guidance);
  return differences.length === 0 ? (
    <p className="text-muted">{m.assistant_compare_same()}</p>
  ) : (
    <DifferenceList differences={differences} />
  );
}
