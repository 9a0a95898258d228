// What is known of a conversation's draft, so that the dialog opens again with what was written, also while that is still being saved.
import { queryClient, reading } from "#dashboard/api.ts";
import { type IssueCreation, type IssueDraft, type IssueDraftState, readIssueDraft } from "../contract.ts";

/** What was being created when it was last read is read anew: by now something may have become of it. */
export function forgetOpenCreation(params: never): void {
  const { queryKey } = reading(readIssueDraft, { params });
  const creation = queryClient.getQueryData<IssueDraftState>(queryKey)?.creation;
  if (creation && isOpen(creation)) queryClient.removeQueries({ queryKey });
}
export const isOpen = ({ state }: IssueCreation): boolean => state === "sending" || state === "looking";

export function rememberDraft(params: never, draft: IssueDraft | null): void {
  queryClient.setQueryData<IssueDraftState>(reading(readIssueDraft, { params }).queryKey, (known) => known && { ...known, draft });
}
