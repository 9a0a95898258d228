// Exactly what leaves, as the server made it. Only this is sent.
import { queryClient, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { listLinkedIssues } from "#modules/code-hosting/contract";
import { Globe, Lock } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createIssue, type IssueCreation, type IssueDraft, type IssuePreview, partsOf, previewIssue, readIssueDraft } from "../contract.ts";
import { rememberDraft } from "./remember.ts";
import { FAILURES } from "./failures.ts";
import type { CreateProps } from "./create-props.ts";

interface PreviewProps extends CreateProps {
  readonly draft: IssueDraft;
  readonly preview: IssuePreview;
  readonly failed: IssueCreation | undefined;
  onCreation(creation: IssueCreation | undefined): void;
  onPreview(preview: IssuePreview): void;
  onBack(): void;
}
export function Preview({ projectId, conversationId, draft, preview, failed, onCreation, onPreview, onBack, onClose }: PreviewProps) {
  const params = { projectId, conversationId } as never;
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  // One attempt has one id: a repetition whose answer was lost gets the answer of the first.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  useEffect(() => heading.current?.focus(), []);
  const create = useRouteMutation(createIssue, {
    suppressToast: true,
    done(creation) {
      if (creation.state === "created") {
        didCreate(toast, params, creation);
        onClose();
        return;
      }
      setClientId(crypto.randomUUID());
      onCreation(creation);
      void queryClient.invalidateQueries({ queryKey: [readIssueDraft.name] });
    },
  });
  const again = useRouteMutation(previewIssue, {
    suppressToast: true,
    done(shown) {
      create.reset();
      onCreation(undefined);
      onPreview(shown);
    },
  });
  const conflict = create.error instanceof CallError ? create.error.problem : undefined;
  const changed = conflict?.["changed"] === true || failed?.fault === "changed";
  const problem = refusalOf(create.error) ?? refusalOf(again.error) ?? (again.error ? m.issue_creation_preview_stale() : undefined);
  const sorting: [string, string][] = [
    [m.issue_creation_labels(), preview.labels.join(", ")],
    [m.issue_creation_assignees(), preview.assignees.join(", ")],
    [m.issue_creation_milestone(), preview.milestone === null ? "" : `#${preview.milestone}`],
    [m.issue_creation_type(), preview.type ?? ""],
  ];
  const isSorted = sorting.some(([, value]) => value !== "");
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (create.isPending || changed) return;
        onCreation(undefined);
        create.mutate({ params, body: { clientId, digest: preview.digest } });
      }}
    >
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {m.issue_creation_preview_title()}
      </h3>
      <p className={`flex items-start gap-2 rounded-md px-3 py-2 ${preview.isPrivate ? "bg-subtle" : "bg-warn-soft text-warn-text"}`}>
        {preview.isPrivate ? (
          <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
        ) : (
          <Globe className="mt-0.5 size-4 shrink-0" aria-hidden />
        )}
        <span className="min-w-0 wrap-anywhere">
          {preview.isPrivate
            ? m.issue_creation_goes_private({ repository: preview.repository })
            : m.issue_creation_goes_public({ repository: preview.repository })}
        </span>
      </p>
      <p className="text-sm text-muted">
        {preview.leftOut > 0
          ? m.issue_creation_left_out({ count: preview.leftOut })
          : draft.redacts
            ? m.issue_creation_left_out_none()
            : m.issue_creation_left_out_off()}
      </p>
      <dl className="grid gap-3">
        <Row name={m.issue_creation_issue_title()}>
          <p dir="auto" className="wrap-anywhere">
            <Marked text={preview.title} />
          </p>
        </Row>
        <Row name={m.issue_creation_body()}>
          <pre
            dir="auto"
            // What is longer scrolls, by keyboard too.
            tabIndex={0}
            role="group"
            aria-label={m.issue_creation_body()}
            className="max-h-80 overflow-y-auto rounded-md bg-subtle px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            <Marked text={preview.body} />
          </pre>
        </Row>
        {sorting.map(([name, value]) =>
          value === "" ? null : (
            <Row key={name} name={name}>
              <p dir="auto" className="wrap-anywhere">
                {value}
              </p>
            </Row>
          ),
        )}
      </dl>
      <p className="text-xs text-muted">{m.issue_creation_preview_mark()}</p>
      {isSorted && !preview.canWrite && <p className="text-sm text-warn-text">{m.issue_creation_cannot_write()}</p>}
      {(failed || problem) && (
        <div ref={showWhole} role="alert" className="grid gap-1 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {failed ? (
            <>
              <p>{FAILURES[failed.fault ?? "unavailable"]()}</p>
              {failed.problems.length > 0 && (
                <ul className="list-disc ps-5 text-sm">
                  {failed.problems.map((one) => (
                    <li key={one} className="wrap-anywhere">
                      {one}
                    </li>
                  ))}
                </ul>
              )}
            </>
          ) : (
            <p>{problem}</p>
          )}
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{m.code_hosting_back()}</Button>
        {changed || again.isPending ? (
          <Button variant="primary" busy={again.isPending} onClick={() => again.mutate({ params, body: draft })}>
            {m.issue_creation_preview_again()}
          </Button>
        ) : (
          <Button type="submit" variant="primary" busy={create.isPending}>
            {m.issue_creation_create()}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Says it, and shows the link in the panel. What another member created leaves one's own draft. */
export function didCreate(toast: ReturnType<typeof useToast>, params: never, { repository, number }: IssueCreation, isMine = true): void {
  if (isMine) rememberDraft(params, null);
  toast({ title: m.issue_creation_did_create({ issue: `${repository}#${number ?? ""}` }), tone: "ok" });
  for (const route of [listLinkedIssues, readIssueDraft]) void queryClient.invalidateQueries({ queryKey: [route.name] });
}

/** On phones what went wrong would stand below the screen. */
const showWhole = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" });
const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <dt className="text-xs font-semibold text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
const Marked = ({ text }: { text: string }) =>
  partsOf(text).map((part, i) =>
    part.leftOut ? (
      <mark key={i} className="rounded-sm bg-warn-soft px-0.5 text-warn-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
