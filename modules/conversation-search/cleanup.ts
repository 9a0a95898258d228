// What ends with a contact, a project, and a membership. The words of erased messages go by the trigger of migration 0235.
import { provide, type Provided } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { projectCleanup, teamChange } from "#modules/projects";
import { readNothing, writeForgetLeft, writeForgetNamed, writeProjectGone } from "./saved-queries.ts";

/** Before the contact's name is cleared, because that is what tells which searches name it. */
const savedStep = erasureStep<never>({
  name: "conversation-search.saved",
  prepare: async (_ctx, { projectId, contactId }) => [writeForgetNamed(projectId, contactId)],
  listKeys: () => readNothing,
  clear: () => [],
});

export const searchCleanup: Provided[] = [
  provide(contactErasure, savedStep),
  provide(projectCleanup, { name: "conversation search", statements: (projectId, when, now) => writeProjectGone(projectId, now, when) }),
  provide(teamChange, { name: "saved searches", statements: (projectId, when) => [writeForgetLeft(projectId, when)] }),
];
