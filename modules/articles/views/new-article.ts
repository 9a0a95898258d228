// Creates an article and opens it in the editor.
import { useRouteMutation } from "#dashboard/api.ts";
import { useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import { articlePath, createArticle } from "../contract.ts";
import { rereadLists } from "./queries.ts";

export function useNewArticle(projectId: string, locale: string) {
  const router = useRouter();
  // The same until it was created, so that a second click after a lost response creates no second article.
  const clientId = useRef<string>(undefined);
  const write = useRouteMutation(createArticle, {
    done: ({ article }) => {
      clientId.current = undefined;
      void rereadLists(projectId);
      void router.navigate({ to: articlePath(projectId, article.id) });
    },
  });
  const create = (collectionId: string | null): void => {
    clientId.current ??= crypto.randomUUID();
    write.mutate({ params: { projectId }, body: { clientId: clientId.current, locale, collectionId } });
  };
  return { create, busy: write.isPending };
}
