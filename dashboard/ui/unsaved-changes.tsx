// Asks before somebody leaves a page with unsaved changes: inside the dashboard with a dialog, otherwise as the browser does.
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useId } from "react";
import { m } from "#messages";
import { store, useStore } from "../store.ts";
import { ConfirmDialog } from "./dialog.tsx";

/** The forms on this page that have unsaved changes. */
const changedForms = store<readonly string[]>([]);

/** Belongs into each form that is saved as a whole; `when`: it has unsaved changes. Several forms of a page ask only once. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const id = useId();
  useEffect(() => {
    if (!when) return;
    changedForms.set((all) => [...all, id]);
    return () => changedForms.set((all) => all.filter((each) => each !== id));
  }, [id, when]);
  return useStore(changedForms)[0] === id ? <AskBeforeLeaving /> : null;
}

function AskBeforeLeaving() {
  const { status, proceed, reset } = useBlocker({
    // A change of the search, such as a filter, keeps the page and what was typed.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === "blocked"}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={m.dashboard_unsaved_title()}
      body={m.dashboard_unsaved_body()}
      action={m.dashboard_unsaved_leave()}
      cancel={m.dashboard_unsaved_stay()}
    />
  );
}
