// Dialog for the title of an article that answers a question, next to the visitors' wording.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { articlePath, MAX_TITLE } from "#modules/articles/contract";
import { type Gap, writeGapArticle } from "../contract.ts";

interface WriteProps {
  readonly projectId: string;
  readonly gap: Gap;
  onWritten(): void;
  onClose(): void;
}

export function WriteArticle({ projectId, gap, onWritten, onClose }: WriteProps) {
  const [title, setTitle] = useState(gap.shared?.slice(0, MAX_TITLE) ?? "");
  // One id until the article exists: a retry after a lost response must not create a second one.
  const [clientId] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const write = useRouteMutation(writeGapArticle, {
    suppressToast: true,
    done: ({ articleId }) => {
      onWritten();
      void navigate({ to: articlePath(projectId, articleId) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    write.mutate({ params: { projectId, gapId: gap.id }, body: { clientId, title } });
  };
  const issue = issueOf(write.error, "title");
  const refused = issue === undefined ? refusalOf(write.error) : undefined;
  return (
    <Dialog open onClose={onClose} title={m.help_gaps_write_title()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <div>
          <p className="text-xs text-muted">{m.help_gaps_write_asked({ count: gap.questions })}</p>
          <p lang={gap.locale} dir="auto" className="wrap-anywhere">
            {gap.question}
          </p>
        </div>
        <Field label={m.help_gaps_write_field()} hint={m.help_gaps_write_hint()} error={issue}>
          <TextInput
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={MAX_TITLE}
            lang={gap.locale}
            dir="auto"
            data-first-focus
          />
        </Field>
        {refused && (
          <p role="alert" className="text-bad-text">
            {refused}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={write.isPending} disabled={title.trim() === ""}>
            {m.help_gaps_write_begin()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
