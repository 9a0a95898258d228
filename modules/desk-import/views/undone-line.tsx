// The sentence of an undo in the thread of a conversation that a later run had added to.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { activityLine } from "#modules/inbox/views";
import * as v from "valibot";
import { IMPORT_UNDONE, ImportUndone } from "../contract.ts";

export default function UndoneLine({ event }: PropsOf<typeof activityLine>) {
  const undone = event.name === IMPORT_UNDONE ? v.safeParse(ImportUndone, event.data) : undefined;
  if (undone?.success !== true) return null;
  const count = undone.output.messages;
  return count === 0 ? m.desk_import_event_undone_rating() : m.desk_import_event_undone({ count });
}
