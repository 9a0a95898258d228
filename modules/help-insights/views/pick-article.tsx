// Dialog to pick the article that answers a question.
import { useRouteQuery } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { useDeferredValue, useState } from "react";
import { listArticles } from "#modules/articles/contract";

interface PickProps {
  readonly projectId: string;
  readonly question: string;
  onClose(): void;
  onPick(articleId: string): void;
}

export function PickArticle({ projectId, question, onClose, onPick }: PickProps) {
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const { data, error, refetch } = useRouteQuery(listArticles, { params: { projectId }, query: q ? { q } : {} });
  return (
    <Dialog open onClose={onClose} title={m.help_gaps_pick()} body={<span dir="auto">{question}</span>}>
      <div className="grid gap-3">
        <Field label={m.help_gaps_pick_search()} hideLabel>
          <TextInput
            type="search"
            value={typed}
            placeholder={m.help_gaps_pick_search()}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={100}
            dir="auto"
          />
        </Field>
        {error && !data ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <ul className="grid max-h-[min(50dvh,380px)] gap-1 overflow-y-auto">
            {data?.items.map((article) => (
              <li key={article.id}>
                <button
                  type="button"
                  dir="auto"
                  className="w-full rounded-sm px-2 py-1.5 text-start wrap-anywhere hover:bg-hover pointer-coarse:min-h-11"
                  onClick={() => onPick(article.id)}
                >
                  {article.locales[0]?.title || m.help_insights_untitled()}
                </button>
              </li>
            ))}
          </ul>
        )}
        {data?.items.length === 0 && (
          <p className="text-muted" role="status">
            {m.help_gaps_pick_none()}
          </p>
        )}
      </div>
    </Dialog>
  );
}
