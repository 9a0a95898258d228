// Finds issues and pull requests by words, and inserts the link of one. Of a private repository only after a look at who could open it.
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { Lock } from "lucide-react";
import { useState } from "react";
import { findIssueLinks, type RemoteIssue } from "../../contract.ts";
import { FoundIssues } from "../found-issues.tsx";
import { placeName, stateName } from "../issue-words.ts";

interface InsertProps {
  readonly projectId: string;
  /** What is written goes to the customer; otherwise to the team. */
  readonly isForCustomer: boolean;
  onInsert(url: string): void;
  onClose(): void;
}
type Found = RemoteIssue & { readonly isPrivate: boolean | null };
const SHORTEST = 2;

export default function InsertDialog({ projectId, isForCustomer, onInsert, onClose }: InsertProps) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Found>();
  const take = (issue: Found): void => {
    onClose();
    onInsert(issue.url);
  };
  const choose = (issue: Found): void => (isForCustomer && issue.isPrivate !== false ? setAsked(issue) : take(issue));
  return (
    <Dialog open onClose={onClose} title={m.code_hosting_insert()}>
      {asked ? (
        <div className="grid gap-4">
          <p role="alert" className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              {asked.isPrivate === null
                ? m.code_hosting_insert_unknown({ issue: placeName(asked) })
                : m.code_hosting_insert_private({ issue: placeName(asked) })}
            </span>
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button autoFocus onClick={() => setAsked(undefined)}>
              {m.code_hosting_back()}
            </Button>
            <Button variant="primary" onClick={() => take(asked)}>
              {m.code_hosting_insert_anyway()}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <Field label={m.code_hosting_insert_field()}>
            <TextInput value={text} maxLength={200} autoFocus autoComplete="off" onChange={(event) => setText(event.target.value)} />
          </Field>
          <Results projectId={projectId} typed={text.trim()} onChoose={choose} />
        </>
      )}
    </Dialog>
  );
}

function Results({ projectId, typed, onChoose }: { projectId: string; typed: string; onChoose(issue: Found): void }) {
  const settled = useDebounced(typed, 300);
  const asks = settled.length >= SHORTEST && typed.length >= SHORTEST;
  const { data, error } = useRouteQuery(findIssueLinks, { params: { projectId } as never, query: { q: settled } }, { enabled: asks });
  if (typed.length < SHORTEST) return null;
  return (
    <FoundIssues
      {...{ data, error, onChoose }}
      says={(issue) =>
        issue.isPrivate === false
          ? stateName(issue)
          : `${stateName(issue)} · ${issue.isPrivate ? m.code_hosting_is_private() : m.code_hosting_maybe_private()}`
      }
    />
  );
}
