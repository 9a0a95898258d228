// The draft of an issue: where, what, and from which messages. It is kept on the server as it changes.
import { call, issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { formatFileSize } from "#dashboard/ui/size.ts";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { readCopilot } from "#modules/copilot/contract";
import type { Attachment } from "#modules/files/contract";
import { Link } from "@tanstack/react-router";
import { Sparkles, TriangleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  discardIssueDraft,
  type IssueCreation,
  type IssueDraft,
  type IssuePreview,
  MAX_ASSIGNEES,
  MAX_ISSUE_BODY,
  MAX_ISSUE_FILES,
  MAX_ISSUE_LABELS,
  MAX_ISSUE_TITLE,
  previewIssue,
  readIssueChoices,
  type SaidMessage,
  saveIssueDraft,
  suggestIssue,
} from "../contract.ts";
import type { CreateProps } from "./create-props.ts";
import { FAILURES } from "./failures.ts";
import { bodyOf, withTemplate } from "./draft.ts";
import { NamesField } from "./names-field.tsx";
import { rememberDraft } from "./remember.ts";
import { Questions } from "./questions.tsx";

interface FormProps extends CreateProps {
  readonly draft: IssueDraft;
  readonly said: readonly SaidMessage[];
  /** The customer's. */
  readonly names: readonly string[];
  readonly files: readonly Attachment[];
  readonly repositories: readonly string[];
  /** The last attempt, if it failed. */
  readonly failed: IssueCreation | undefined;
  /** The server has it. */
  readonly isKept: boolean;
  onDraft(draft: IssueDraft): void;
  onPreview(preview: IssuePreview, draft: IssueDraft): void;
}
/** Milliseconds after the last change. */
const SAVED_AFTER = 800;
/** Milliseconds for which an answer about the project's model is believed. */
const MODEL_STAYS = 300_000;
const NONE = "";

export function DraftForm(props: FormProps) {
  const { projectId, conversationId, draft, said, names, files, repositories, failed, isKept, onDraft, onPreview, onClose } = props;
  const params = { projectId, conversationId } as never;
  const toast = useToast();
  const [kept, setKept] = useState(isKept);
  // It was renamed, or the project doesn't use it any more: the draft stays, and another one is chosen.
  const isGone = !repositories.some((one) => one.toLowerCase() === draft.repository.toLowerCase());
  const choices = useRouteQuery(
    readIssueChoices,
    { params: { projectId } as never, query: { repository: draft.repository } },
    { staleTime: 60_000, enabled: !isGone },
  );
  const offered = choices.data;
  const template = offered?.templates.find(({ file }) => file === draft.template);
  const body = bodyOf(draft, said, names, template);
  const whole = { ...draft, body };
  const mustChoose = offered !== undefined && !offered.allowsBlank && template === undefined;
  const [tried, setTried] = useState(false);

  const save = useKeeping(() => call(saveIssueDraft, { params, body: whole }), JSON.stringify(whole));
  const preview = useRouteMutation(previewIssue, {
    suppressToast: true,
    done: (shown, { body: seen }) => onPreview(shown, seen as IssueDraft),
  });
  const restore = useRouteMutation(saveIssueDraft);
  const discard = useRouteMutation(discardIssueDraft);

  // A model takes seconds, in which somebody may write on.
  const latest = useRef(draft);
  useEffect(() => void (latest.current = draft));
  const keep = (next: IssueDraft): void => {
    setKept(true);
    save.later();
    onDraft(next);
    rememberDraft(params, next);
  };
  const change = (more: Partial<IssueDraft>): void => {
    preview.reset();
    keep({ ...draft, ...more });
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (preview.isPending || isGone || mustChoose || offered?.closed) return;
    save.stop();
    preview.mutate({ params, body: whole });
  }
  function throwAway(): void {
    save.stop();
    discard.mutate({ params });
    rememberDraft(params, null);
    toast({
      ...{ title: m.issue_creation_draft_discarded(), tone: "ok" },
      undo: () => {
        rememberDraft(params, whole);
        restore.mutate({ params, body: whole });
      },
    });
    onClose();
  }
  const suggest = useRouteMutation(suggestIssue, {
    suppressToast: true,
    done({ title, body: written }) {
      const was = latest.current;
      keep({ ...was, title: title || was.title, body: written, isEdited: true });
      toast({ title: m.issue_creation_suggested(), tone: "ok", undo: () => keep(was) });
    },
  });
  /** Choosing anew begins from the conversation again; what somebody has written can be put back. */
  function chooseMessages(messages: number[]): void {
    change({ messages, isEdited: false });
    if (draft.isEdited && draft.body.trim() !== "")
      toast({ title: m.issue_creation_rewritten(), tone: "ok", undo: () => keep({ ...latest.current, body: draft.body, isEdited: true }) });
  }
  const wrong = (path: string): string | undefined => issueOf(preview.error, path);
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {failed && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {FAILURES[failed.fault ?? "unavailable"]()}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.code_hosting_repository()}
          error={isGone ? m.issue_creation_repository_gone({ repository: draft.repository }) : undefined}
          hint={offered ? (offered.isPrivate ? m.issue_creation_private() : m.issue_creation_public()) : undefined}
        >
          <Select
            value={draft.repository}
            onChange={(repository) =>
              change({ repository, labels: [], assignees: [], milestone: null, type: null, template: null, answers: {} })
            }
            options={(isGone ? [draft.repository, ...repositories] : repositories).map((one) => ({ value: one, label: one }))}
          />
        </Field>
        {offered && offered.templates.length > 0 && (
          <Field
            label={m.issue_creation_template()}
            hint={template?.about || undefined}
            error={wrong("template") ?? (tried && mustChoose ? m.issue_creation_template_needed() : undefined)}
          >
            <Select
              value={template?.file ?? NONE}
              onChange={(file) => {
                preview.reset();
                keep(
                  withTemplate(
                    draft,
                    offered.templates.find((one) => one.file === file),
                  ),
                );
              }}
              options={[
                { value: NONE, label: offered.allowsBlank ? m.issue_creation_template_none() : m.issue_creation_template_choose() },
                ...offered.templates.map(({ file, name }) => ({ value: file, label: name })),
              ]}
            />
          </Field>
        )}
      </div>
      {choices.error && (
        <Notice>
          {refusalOf(choices.error)}{" "}
          <button type="button" className="underline underline-offset-2" onClick={() => void choices.refetch()}>
            {m.dashboard_retry()}
          </button>
        </Notice>
      )}
      {offered?.closed && (
        <Notice>{offered.closed === "archived" ? m.issue_creation_repository_archived() : m.issue_creation_repository_no_issues()}</Notice>
      )}
      <Field label={m.issue_creation_issue_title()} error={wrong("title")}>
        <TextInput
          dir="auto"
          value={draft.title}
          limit={MAX_ISSUE_TITLE}
          autoComplete="off"
          onChange={(event) => change({ title: event.target.value.replaceAll(/[\r\n]/g, " ") })}
        />
      </Field>
      {template && template.questions.length > 0 && (
        <Questions
          questions={template.questions}
          answers={draft.answers}
          wrong={wrong}
          onAnswer={(key, answer) => change({ answers: { ...draft.answers, [key]: answer } })}
        />
      )}
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{m.issue_creation_messages()}</legend>
        {said.length === 0 && <p className="text-sm text-muted">{m.issue_creation_messages_none()}</p>}
        <div className="grid max-h-40 gap-1.5 overflow-y-auto">
          {said.map(({ revision, who, text }) => (
            <Checkbox
              key={revision}
              checked={draft.messages.includes(revision)}
              onChange={(on) =>
                chooseMessages(
                  on ? [...draft.messages, revision].toSorted((a, b) => a - b) : draft.messages.filter((one) => one !== revision),
                )
              }
              label={
                <span dir="auto" className="line-clamp-1 wrap-anywhere">
                  <span className="text-muted">{who}: </span>
                  {text}
                </span>
              }
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        checked={draft.redacts}
        onChange={(redacts) => change({ redacts })}
        label={m.issue_creation_redact()}
        hint={m.issue_creation_redact_hint()}
      />
      <Suggest
        projectId={projectId}
        busy={suggest.isPending}
        error={suggest.error}
        disabled={draft.messages.length === 0}
        onClick={() => suggest.mutate({ params, body: { messages: draft.messages, redacts: draft.redacts } })}
      />
      <Field label={m.issue_creation_body()} hint={m.issue_creation_body_hint()} error={wrong("body")}>
        <TextArea
          dir="auto"
          rows={7}
          className="font-mono text-xs!"
          limit={MAX_ISSUE_BODY}
          value={body}
          onChange={(event) => change({ body: event.target.value, isEdited: true })}
        />
      </Field>
      {files.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">{m.issue_creation_files()}</legend>
          <div className="grid max-h-40 gap-1.5 overflow-y-auto">
            {files.map(({ id, name, size }) => (
              <Checkbox
                key={id}
                checked={draft.files.includes(id)}
                disabled={!draft.files.includes(id) && draft.files.length >= MAX_ISSUE_FILES}
                onChange={(on) => change({ files: on ? [...draft.files, id] : draft.files.filter((one) => one !== id) })}
                label={
                  <span className="flex min-w-0 gap-1.5">
                    <span dir="auto" className="line-clamp-1 wrap-anywhere">
                      {name}
                    </span>
                    <span className="shrink-0 text-muted">{formatFileSize(size)}</span>
                  </span>
                }
              />
            ))}
          </div>
          <p className="text-xs text-muted">{m.issue_creation_files_hint()}</p>
        </fieldset>
      )}
      <Checkbox
        checked={draft.linksBack}
        onChange={(linksBack) => change({ linksBack })}
        label={m.issue_creation_link_back()}
        hint={m.issue_creation_link_back_hint()}
      />
      {offered && (
        <fieldset className="grid gap-4">
          <legend className="mb-1.5 text-sm font-medium">{m.issue_creation_sorting()}</legend>
          {!offered.canWrite && <Notice>{m.issue_creation_cannot_write()}</Notice>}
          {offered.incomplete.length > 0 && <Notice>{m.issue_creation_incomplete()}</Notice>}
          <div className="grid gap-4 sm:grid-cols-2">
            <NamesField
              {...{ label: m.issue_creation_labels(), names: offered.labels, chosen: draft.labels, max: MAX_ISSUE_LABELS }}
              isOpen={offered.incomplete.includes("labels")}
              onChange={(labels) => change({ labels })}
            />
            <NamesField
              {...{ label: m.issue_creation_assignees(), names: offered.assignees, chosen: draft.assignees, max: MAX_ASSIGNEES }}
              isOpen={offered.incomplete.includes("assignees")}
              onChange={(assignees) => change({ assignees })}
            />
            {offered.milestones.length > 0 && (
              <Field label={m.issue_creation_milestone()}>
                <Select
                  value={draft.milestone === null ? NONE : String(draft.milestone)}
                  onChange={(value) => change({ milestone: value === NONE ? null : Number(value) })}
                  options={[
                    { value: NONE, label: m.issue_creation_nothing_chosen() },
                    ...offered.milestones.map(({ number, title }) => ({ value: String(number), label: title })),
                  ]}
                />
              </Field>
            )}
            {offered.types.length > 0 && (
              <Field label={m.issue_creation_type()}>
                <Select
                  value={draft.type ?? NONE}
                  onChange={(value) => change({ type: value === NONE ? null : value })}
                  options={[
                    { value: NONE, label: m.issue_creation_nothing_chosen() },
                    ...offered.types.map((one) => ({ value: one, label: one })),
                  ]}
                />
              </Field>
            )}
          </div>
        </fieldset>
      )}
      {refusalOf(preview.error) && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {refusalOf(preview.error)}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="me-auto text-xs text-muted">
          {save.failed ? m.issue_creation_draft_not_kept() : kept ? m.issue_creation_draft_kept() : ""}
        </p>
        {kept && <Button onClick={throwAway}>{m.issue_creation_discard()}</Button>}
        <Button type="submit" variant="primary" busy={preview.isPending}>
          {m.issue_creation_preview()}
        </Button>
      </div>
    </form>
  );
}

interface SuggestProps {
  readonly projectId: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly disabled: boolean;
  onClick(): void;
}
/** Has a model write the draft; without one, what is missing instead. */
function Suggest({ projectId, busy, error, disabled, onClick }: SuggestProps) {
  const maySetUp = useProject().mayI("admin");
  const { data } = useRouteQuery(readCopilot, { params: { projectId } }, { staleTime: MODEL_STAYS });
  if (data?.obstacle) {
    const { message, variables } = data.obstacle;
    const unnamed = variables.filter((name) => !message.includes(name));
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {m.issue_creation_suggest_off({ reason: message })}{" "}
        {maySetUp ? (
          <>
            {unnamed.length > 0 && <code className="font-mono text-xs">{unnamed.join(", ")}</code>}{" "}
            <Link to={`/projects/${projectId}/settings/ai`} className="text-accent-text underline underline-offset-2">
              {m.issue_creation_suggest_set_up()}
            </Link>
          </>
        ) : (
          m.issue_creation_suggest_ask()
        )}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button size="sm" icon={Sparkles} busy={busy} disabled={disabled} onClick={onClick}>
        {m.issue_creation_suggest()}
      </Button>
      {error ? (
        <p role="alert" className="text-sm text-bad-text">
          {messageOf(error)}
        </p>
      ) : (
        <p className="text-xs text-muted">{m.issue_creation_suggest_hint()}</p>
      )}
    </div>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
    <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

/** Saves a while after the last change, and what is left when the form goes. `state` changes with what is saved. */
function useKeeping(run: () => Promise<unknown>, state: string) {
  const [failed, setFailed] = useState(false);
  const waiting = useRef(false);
  const now = useEffectEvent(() => {
    waiting.current = false;
    run().then(
      () => setFailed(false),
      () => setFailed(true),
    );
  });
  useEffect(() => {
    const timer = setTimeout(() => waiting.current && now(), SAVED_AFTER);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => () => void (waiting.current && now()), []);
  return { failed, later: () => void (waiting.current = true), stop: () => void (waiting.current = false) };
}
