// What the search has on every screen of a project: its key, and that recent searches go with an erasure.
import { useMe } from "#dashboard/session.tsx";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import { onContactErased } from "#modules/contacts/views";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { forgetAfterErasure } from "./recent.ts";

export function SearchKey({ projectId }: { projectId: string }) {
  const router = useRouter();
  const me = useMe().id;
  useShortcut(
    "/",
    (event) => {
      event?.preventDefault();
      void router.navigate({ to: `/projects/${projectId}/search` });
    },
    { label: m.conversation_search_open(), group: m.dashboard_keys_everywhere() },
  );
  useEffect(() => onContactErased((contactId) => forgetAfterErasure(me, contactId)), [me]);
  return null;
}
