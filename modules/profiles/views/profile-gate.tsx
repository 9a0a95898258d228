// Loads the panel if the project keeps profiles. Others ask once, and download nothing.
import { useRouteQuery } from "#dashboard/api.ts";
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { isErased } from "#modules/contacts/views";
import { lazy, Suspense } from "react";
import { readProfileState } from "../contract.ts";

const Panel = lazy(() => import("./panel/profile-panel.tsx"));
/** Switched on by somebody else, it appears after this time. */
const FRESH = 5 * 60_000;

export default function ProfileGate({ projectId, contact }: PropsOf<typeof contactPanel>) {
  const { data } = useRouteQuery(readProfileState, { params: { projectId } }, { staleTime: FRESH });
  if (!data || !(data.on || data.any) || isErased(contact)) return null;
  return (
    <Suspense>
      <Panel key={contact.id} projectId={projectId} contactId={contact.id} />
    </Suspense>
  );
}
