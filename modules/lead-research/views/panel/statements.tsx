// What is known of a lead, statement by statement, and the form to add and change one.
import { toastProblem, useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { addLeadStatement, changeLeadStatement, deleteLeadStatement, readLeadResearch, type Statement } from "../../contract.ts";
import { type Words, WordsForm } from "./fields.tsx";
import { ByHand, Source } from "./source.tsx";

export interface Of {
  readonly projectId: string;
  readonly leadId: string;
}
const EMPTY: Words = { text: "", url: null, quote: null };

export function Statements({ of, statements }: { of: Of; statements: readonly Statement[] }) {
  const params = of as never;
  const [adding, setAdding] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const opener = useRef<HTMLDivElement>(null);
  function close(): void {
    setAdding(false);
    // The form had the focus, and is gone.
    requestAnimationFrame(() => opener.current?.querySelector("button")?.focus());
  }
  const add = useRouteMutation(addLeadStatement, {
    suppressToast: true,
    invalidates: [readLeadResearch],
    done: () => {
      setClientId(crypto.randomUUID());
      close();
    },
  });
  return (
    <section aria-labelledby="lead-research-statements" className="grid gap-2">
      <h3 id="lead-research-statements" className="font-semibold">
        {m.lead_research_statements()}
      </h3>
      {statements.length === 0 && !adding && <p className="text-muted">{m.lead_research_no_statements()}</p>}
      {statements.length > 0 && (
        <ul className="grid gap-3">
          {statements.map((statement) => (
            <Item key={statement.id} of={of} statement={statement} />
          ))}
        </ul>
      )}
      {adding ? (
        <WordsForm
          words={EMPTY}
          busy={add.isPending}
          error={add.error}
          onCancel={close}
          onSave={(words) => add.mutate({ params, body: { clientId, ...words } })}
        />
      ) : (
        <div ref={opener}>
          <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
            {m.lead_research_add()}
          </Button>
        </div>
      )}
    </section>
  );
}

function Item({ of, statement }: { of: Of; statement: Statement }) {
  const { id, text, url, quote, revision, byPerson, authorName, updatedAt } = statement;
  const params = { ...of, leadStatementId: id } as never;
  const [editing, setEditing] = useState(false);
  const tools = useRef<HTMLSpanElement>(null);
  function close(): void {
    setEditing(false);
    requestAnimationFrame(() => tools.current?.querySelector("button")?.focus());
  }
  const change = useRouteMutation(changeLeadStatement, { suppressToast: true, invalidates: [readLeadResearch], done: close });
  const add = useRouteMutation(addLeadStatement, { invalidates: [readLeadResearch] });
  const remove = useRouteMutation(deleteLeadStatement, {
    suppressToast: true,
    invalidates: [readLeadResearch],
    done: () =>
      toast({
        tone: "ok",
        title: m.lead_research_deleted(),
        undo: () => add.mutate({ params: of as never, body: { clientId: crypto.randomUUID(), text, url, quote } }),
      }),
  });
  if (editing)
    return (
      <li>
        <WordsForm
          words={{ text, url, quote }}
          busy={change.isPending}
          error={change.error}
          onCancel={close}
          onSave={(words) => change.mutate({ params, body: { revision, ...words } })}
        />
      </li>
    );
  const shown = plain(text);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <div className="grid min-w-0 content-start justify-items-start gap-1">
        <p dir="auto" className="wrap-anywhere">
          {shown}
        </p>
        <Source url={url} quote={quote} />
        {byPerson && <ByHand name={authorName} updatedAt={updatedAt} hasSource={url !== null || quote !== null} />}
      </div>
      <span ref={tools} className="flex items-start">
        <IconButton label={m.lead_research_edit_of({ text: shown })} icon={Pencil} onClick={() => setEditing(true)} />
        <IconButton
          label={m.lead_research_delete_of({ text: shown })}
          icon={Trash2}
          onClick={() => remove.isPending || remove.mutate({ params }, { onError: toastProblem })}
        />
      </span>
    </li>
  );
}
