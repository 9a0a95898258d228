// Dialog that confirms an erasure: what is erased, what is kept, what is not covered.
import { refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { eraseContact, previewErasure } from "../contract.ts";
import { NotCovered, Points } from "./beyond.tsx";
import { previewLines } from "./counts.ts";
import { focusRecordOf, showErasure } from "./erasing.ts";

export interface ErasedContact {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly state: string;
}
// The same in every language.
const CONFIRMATION_WORD = "ERASE";

export default function EraseDialog({ projectId, contact, onClose }: { projectId: string; contact: ErasedContact; onClose(): void }) {
  const erase = useRouteMutation(eraseContact, {
    suppressToast: true,
    done: ({ erasure }) => void showErasure(projectId, erasure),
  });
  const confirm = (): void => {
    // Before the answer, because the socket may report the erasure first.
    focusRecordOf(contact.id);
    erase.mutate({ params: { projectId, contactId: contact.id }, body: {} }, { onError: () => focusRecordOf(undefined) });
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={m.erasure_title({ name: contactName(contact) })}
      body={m.erasure_lead()}
      action={m.erasure_confirm()}
      typed={CONFIRMATION_WORD}
      size="lg"
      busy={erase.isPending}
      error={refusalOf(erase.error)}
    >
      <Goes projectId={projectId} contactId={contact.id} />
      <Points title={m.erasure_stays()} points={[m.erasure_stays_rows(), m.erasure_stays_record(), m.erasure_stays_written()]} />
      <NotCovered projectId={projectId} contactId={contact.id} />
      <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.erasure_not_delete()}</p>
    </ConfirmDialog>
  );
}

/** Lists what will be erased, with counts of what there is. Erasing does not wait for them. */
function Goes({ projectId, contactId }: { projectId: string; contactId: string }) {
  const { data, error } = useRouteQuery(previewErasure, { params: { projectId, contactId } }, { staleTime: 0 });
  const found = data && previewLines(data.erases);
  const notCounted = [m.erasure_goes_texts(), m.erasure_goes_elsewhere(), m.erasure_goes_knowledge(), m.erasure_goes_sessions()];
  return (
    <div aria-live="polite" className="grid gap-1">
      <Points title={m.erasure_goes()} points={[m.erasure_goes_facts(), ...(found ?? (error ? notCounted : []))]} />
      {error ? (
        <p className="text-bad-text">{m.erasure_finds_unread({ why: messageOf(error) })}</p>
      ) : found === undefined ? (
        <p className="text-muted">{m.erasure_finds_reading()}</p>
      ) : (
        found.length === 0 && <p className="text-muted">{m.erasure_finds_nothing()}</p>
      )}
    </div>
  );
}
