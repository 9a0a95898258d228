// Finds an issue to link a conversation with: by its address, its short name, or words.
import { issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { addressOf } from "#dashboard/address.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type LinkedIssue, linkIssue, listLinkedIssues, readCodeHosting, type RemoteIssue, searchIssues } from "../contract.ts";
import { FoundIssues } from "./found-issues.tsx";
import { placeName, stateName } from "./issue-words.ts";

interface Props {
  readonly projectId: string;
  readonly conversationId: string;
  readonly linked: readonly LinkedIssue[];
  onClose(): void;
}
const SHORTEST = 2;
/** An address or a short name is no search. */
const isPlace = (text: string): boolean => /^https?:\/\//i.test(text) || /^\S+\/\S+#\d+$/.test(text);

export default function LinkDialog({ projectId, conversationId, linked, onClose }: Props) {
  const toast = useToast();
  const [text, setText] = useState("");
  const typed = text.trim();
  const link = useRouteMutation(linkIssue, {
    suppressToast: true,
    invalidates: [listLinkedIssues],
    done() {
      toast({ title: m.code_hosting_did_link(), tone: "ok" });
      onClose();
    },
  });
  const choose = (issue: string): void =>
    link.mutate({ params: { projectId, conversationId } as never, body: { clientId: crypto.randomUUID(), issue } });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed !== "" && !link.isPending) choose(typed);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.code_hosting_link_title()}
      footer={
        <>
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" form="link-issue" variant="primary" busy={link.isPending} disabled={typed === ""}>
            {m.code_hosting_link()}
          </Button>
        </>
      }
    >
      <form id="link-issue" onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Field
          label={m.code_hosting_link_field()}
          hint={m.code_hosting_link_hint()}
          error={issueOf(link.error, "issue") ?? refusalOf(link.error)}
        >
          <TextInput
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              link.reset();
            }}
            maxLength={200}
            autoFocus
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </form>
      <Found projectId={projectId} typed={isPlace(typed) ? "" : typed} linked={linked} busy={link.isPending} onChoose={choose} />
    </Dialog>
  );
}

interface FoundProps {
  readonly projectId: string;
  readonly typed: string;
  readonly linked: readonly LinkedIssue[];
  readonly busy: boolean;
  onChoose(issue: string): void;
}
function Found({ projectId, typed, linked, busy, onChoose }: FoundProps) {
  const { mayI } = useProject();
  const params = { projectId } as never;
  const { data: hosting } = useRouteQuery(readCodeHosting, { params });
  const settled = useDebounced(typed, 300);
  const asks = settled.length >= SHORTEST && typed.length >= SHORTEST && hosting !== undefined && hosting.repositories.length > 0;
  const { data, error } = useRouteQuery(searchIssues, { params, query: { q: settled } }, { enabled: asks });
  if (hosting?.repositories.length === 0)
    return (
      <p className="mt-3 text-muted">
        {m.code_hosting_no_repositories()}{" "}
        {mayI("admin") && (
          <Link to={addressOf("settings-code-hosting", { projectId }) ?? ""} className="text-accent-text underline underline-offset-2">
            {m.code_hosting_choose_repositories()}
          </Link>
        )}
      </p>
    );
  if (typed.length < SHORTEST) return null;
  const isLinked = (issue: RemoteIssue): boolean => linked.some((one) => one.url === issue.url);
  return (
    <FoundIssues
      {...{ data, error }}
      says={(issue) => (isLinked(issue) ? m.code_hosting_is_linked() : stateName(issue))}
      isDisabled={(issue) => busy || isLinked(issue)}
      onChoose={(issue) => onChoose(placeName(issue))}
    />
  );
}
