// Earlier versions: compares them, and restores one into the draft.
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useState } from "react";
import { listVersions, readVersion } from "../contract.ts";
import { Difference } from "./difference.tsx";
import { asPlainText, type DraftFields } from "./use-draft.ts";

interface Props {
  readonly projectId: string;
  readonly articleId: string;
  readonly locale: string;
  /** The current draft. */
  readonly words: DraftFields;
  onClose(): void;
  /** Restores an earlier text into the draft; undefined when the person may not. */
  readonly onTake: ((words: DraftFields, version: number) => void) | undefined;
}
export default function VersionsDialog({ projectId, articleId, locale, words, onClose, onTake }: Props) {
  const params = { projectId, articleId, locale };
  const versions = useRouteQuery(listVersions, { params }, { staleTime: 0 });
  const [chosen, setChosen] = useState<number>();
  // Undefined: compares with the current draft.
  const [against, setAgainst] = useState<number>();
  const items = versions.data?.items ?? [];
  const version = chosen ?? items[0]?.version;
  const one = useRouteQuery(readVersion, { params: { ...params, version: String(version) } }, { enabled: version !== undefined });
  const other = useRouteQuery(readVersion, { params: { ...params, version: String(against) } }, { enabled: against !== undefined });
  const error = versions.error ?? one.error ?? other.error;
  const then = one.data;
  const later = against === undefined ? words : other.data;
  const name = (number: number): string => {
    const each = items.find((item) => item.version === number);
    return each
      ? m.help_version_of({ version: number, time: formatFull(each.publishedAt), name: each.publishedBy ?? m.help_somebody() })
      : String(number);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={m.help_versions()}
      body={versions.data && items.length === 0 ? m.help_no_versions() : m.help_versions_body()}
      footer={
        then &&
        onTake && (
          <Button variant="primary" onClick={() => onTake(then, then.version)}>
            {m.help_take_version({ version: then.version })}
          </Button>
        )
      }
    >
      {error ? (
        <ProblemState error={error} onRetry={() => void versions.refetch()} />
      ) : !versions.data ? (
        <Skeleton />
      ) : (
        items.length > 0 && (
          <div className="grid grid-cols-1 gap-4">
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Field label={m.help_version()}>
                <Select
                  value={String(version)}
                  onChange={(value) => setChosen(Number(value))}
                  options={items.map((each) => ({ value: String(each.version), label: name(each.version) }))}
                />
              </Field>
              <Field label={m.help_compare_with()}>
                <Select
                  value={String(against ?? "")}
                  onChange={(value) => setAgainst(value === "" ? undefined : Number(value))}
                  options={[
                    { value: "", label: m.help_draft_now() },
                    ...items
                      .filter((each) => each.version !== version)
                      .map((each) => ({ value: String(each.version), label: name(each.version) })),
                  ]}
                />
              </Field>
            </div>
            {then && later ? <Difference before={asPlainText(then)} after={asPlainText(later)} /> : <Skeleton />}
          </div>
        )
      )}
    </Dialog>
  );
}
