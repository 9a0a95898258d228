// Names a search that is to be kept.
import { call, queryClient } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { MAX_NAME, type SavedSearch, saveSearch } from "../contract.ts";
import { savedQuery } from "./queries.ts";

const byName = (a: SavedSearch, b: SavedSearch): number => (a.name < b.name ? -1 : 1);

/** Saves it: the list shows it at once, and not any more if it is refused. */
export async function keepSearch(projectId: string, name: string, q: string): Promise<void> {
  const { queryKey } = savedQuery(projectId);
  const clientId = crypto.randomUUID();
  const waiting = { id: clientId as SavedSearch["id"], name, q, createdAt: new Date().toISOString() };
  queryClient.setQueryData(queryKey, (held) => held && [...held, waiting].toSorted(byName));
  try {
    const { search } = await call(saveSearch, { params: { projectId }, body: { clientId, name, q } });
    queryClient.setQueryData(queryKey, (held) => held && held.map((one) => (one.id === waiting.id ? search : one)));
  } catch (cause) {
    queryClient.setQueryData(queryKey, (held) => held && held.filter(({ id }) => id !== waiting.id));
    toast({ title: m.conversation_search_save_failed(), body: messageOf(cause), tone: "bad" });
  }
}

export function SaveDialog({ projectId, q, onClose }: { projectId: string; q: string; onClose(): void }) {
  const [name, setName] = useState(q.slice(0, MAX_NAME));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    onClose();
    toast({ title: m.conversation_search_saved(), tone: "ok" });
    void keepSearch(projectId, name.trim(), q);
  };
  return (
    <Dialog open onClose={onClose} title={m.conversation_search_save_title()} body={m.conversation_search_save_body()}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={m.conversation_search_save_name()}>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={MAX_NAME} data-first-focus dir="auto" />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ""}>
            {m.conversation_search_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
