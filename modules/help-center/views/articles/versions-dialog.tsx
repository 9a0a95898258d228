// What readers saw before, what has changed since, and the way back.
import { useRead } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useState } from "react";
import { listVersions, readVersion } from "../../contract.ts";
import { Difference } from "./difference.tsx";
import type { Words } from "./use-draft.ts";

interface Props {
  readonly projectId: string;
  readonly articleId: string;
  readonly locale: string;
  /** As it stands now. */
  readonly words: Words;
  onClose(): void;
  /** Takes an earlier text as the draft; undefined for who may not. */
  readonly onTake: ((words: Words) => void) | undefined;
}
export default function VersionsDialog({ projectId, articleId, locale, words, onClose, onTake }: Props) {
  const params = { projectId, articleId, locale };
  const versions = useRead(listVersions, { params }, { staleTime: 0 });
  const [chosen, setChosen] = useState<number>();
  const version = chosen ?? versions.data?.items[0]?.version;
  const one = useRead(readVersion, { params: { ...params, version: String(version) } }, { enabled: version !== undefined });
  const error = versions.error ?? one.error;
  const then = one.data;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={m.help_versions()}
      body={versions.data?.items.length === 0 ? m.help_no_versions() : m.help_versions_body()}
      footer={
        then &&
        onTake && (
          <Button variant="primary" onClick={() => onTake(then)}>
            {m.help_take_version()}
          </Button>
        )
      }
    >
      {error ? (
        <ProblemState error={error} onRetry={() => void versions.refetch()} />
      ) : !versions.data ? (
        <Skeleton />
      ) : (
        versions.data.items.length > 0 && (
          <div className="grid grid-cols-1 gap-4">
            <Field label={m.help_version()}>
              <Select
                value={String(version)}
                onPick={(value) => setChosen(Number(value))}
                options={versions.data.items.map((each) => ({
                  value: String(each.version),
                  label: m.help_version_of({
                    version: each.version,
                    time: formatFull(each.publishedAt),
                    name: each.publishedBy ?? m.help_somebody(),
                  }),
                }))}
              />
            </Field>
            {then ? <Difference before={`${then.title}\n\n${then.content}`} after={`${words.title}\n\n${words.content}`} /> : <Skeleton />}
          </div>
        )
      )}
    </Dialog>
  );
}
