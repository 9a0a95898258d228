// Removes translations: with the erasure of the contact whose conversation they are of, and with their project.
import type { MessageId } from "#kernel/ids/index.ts";
import { provide } from "#kernel/module/index.ts";
import { erasureStep } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { readTranslated, translationsOf, writeRemoveOfProject, writeRemoveTranslations } from "./queries.ts";

export const translationStep = erasureStep<MessageId>({
  name: "copilot.translations",
  preview: async (_ctx, { projectId, contactId }) => ({ translations: translationsOf(projectId, contactId) }),
  // What was removed is not found again, so every page is the first.
  listKeys: ({ projectId, contactId }, _after, limit) => readTranslated(projectId, contactId, limit),
  clear: ({ projectId }, ids) => [{ statement: writeRemoveTranslations(projectId, ids), report: { kind: "translations" } }],
});

export const translationsOfDeletedProject = provide(projectCleanup, {
  name: "translations",
  statements: (projectId, when) => [writeRemoveOfProject(projectId, when)],
});
