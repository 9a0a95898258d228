// Dialog to write or change a snippet or a saved answer. Somebody else's change at the same time is neither lost nor overwritten.
import { refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { changeItem, type Item, listItems, readItem, readSource, writeSnippet } from "../../contract.ts";
import { TextFields, type Words } from "./text-fields.tsx";

interface Props {
  readonly projectId: string;
  readonly sourceId: string;
  readonly kind: "snippets" | "answers";
  readonly item?: Item;
  /** Whether the member may publish. */
  readonly may: boolean;
  onClose(): void;
}

export function SnippetDialog({ projectId, sourceId, kind, item, may, onClose }: Props) {
  const { data, error, refetch } = useRouteQuery(
    readItem,
    { params: { projectId, itemId: item?.id ?? "" } },
    { enabled: item !== undefined, staleTime: 0 },
  );
  const title =
    item === undefined ? m.knowledge_snippet_new() : kind === "snippets" ? m.knowledge_snippet_edit() : m.knowledge_answer_edit();
  const reload = (): void => void refetch();
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
      {item === undefined ? (
        <Form {...{ projectId, sourceId, kind, may, onClose }} words={{ title: "", content: "" }} onReload={reload} />
      ) : data ? (
        <Form
          // After reloading, the other member's text replaces this one.
          key={data.item.revision}
          {...{ projectId, sourceId, kind, may, onClose }}
          of={data.item}
          words={{ title: data.item.title, content: data.content }}
          onReload={reload}
        />
      ) : error ? (
        <ProblemState error={error} onRetry={reload} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}

type FormProps = Omit<Props, "item"> & { readonly of?: Item; readonly words: Words; onReload(): void };
function Form({ projectId, sourceId, kind, of, words, may, onClose, onReload }: FormProps) {
  const [value, setValue] = useState(words);
  const [clientId] = useState(() => crypto.randomUUID());
  const done = {
    suppressToast: true,
    invalidates: [listItems, readSource, readItem],
    done: ({ item }: { item: { state: string } }) => {
      onClose();
      toast({ tone: "ok", title: item.state === "draft" && !may ? m.knowledge_draft_only() : m.knowledge_saved() });
    },
  };
  const write = useRouteMutation(writeSnippet, done);
  const change = useRouteMutation(changeItem, done);
  const error = write.error ?? change.error;
  const overtaken = change.error instanceof CallError && change.error.problem.revision !== undefined;
  const locked = of !== undefined && of.state !== "draft" && !may;
  const save = (publish: boolean): void => {
    if (of === undefined) write.mutate({ params: { projectId, sourceId }, body: { clientId, ...value, publish } });
    else change.mutate({ params: { projectId, itemId: of.id }, body: { revision: of.revision, ...value, publish } });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(may);
  };
  const busy = write.isPending || change.isPending;
  const refused = refusalOf(error);
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextFields
        value={value}
        onChange={setValue}
        titleLabel={kind === "answers" ? m.knowledge_question() : m.knowledge_title()}
        textLabel={kind === "answers" ? m.knowledge_answer() : m.knowledge_text()}
        error={error}
        readOnly={locked}
      />
      {locked && <p className="text-muted">{m.knowledge_published_note()}</p>}
      {refused && (
        <p role="alert" className="text-bad-text">
          {overtaken ? m.knowledge_overtaken() : refused}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {overtaken && <Button onClick={onReload}>{m.knowledge_load_theirs()}</Button>}
        <Button onClick={onClose}>{m.knowledge_cancel()}</Button>
        {!locked && (
          <Button {...(may ? {} : { variant: "primary" as const })} busy={busy} onClick={() => save(false)}>
            {m.knowledge_save_draft()}
          </Button>
        )}
        {may && (
          <Button type="submit" variant="primary" busy={busy}>
            {m.knowledge_publish()}
          </Button>
        )}
      </div>
    </form>
  );
}
