import { defineModule, provide } from "#kernel/module/index.ts";
import { contactChanged, contactMerge, contactErasure } from "#modules/contacts";
import { contactOfConversation } from "#modules/files";
import { eventSource } from "#modules/live-updates";
import { contactOfMessage } from "#modules/knowledge-sources";
import { nextStep } from "#modules/projects";
import { mergeSteps } from "./merge.ts";
import { conversationStep, messageStep } from "./erasure.ts";
import { endSnoozes, publishHeads } from "./cron.ts";
import { authorKinds, eventKinds, moduleViews, viewConditions } from "./extension.ts";
import { mentionsCondition, mentionsView } from "./mentions.ts";
import { memberAuthor, visitorAuthor } from "./kinds/core-authors.ts";
import type { EventKind } from "./kinds/event-kind.ts";
import { assignmentKind, messageKind, noteKind, statusKind } from "./kinds/core-events.ts";
import { joinedKind, mergedKind, partedKind, unmergedKind } from "./kinds/merged.ts";
import { movedFromKind, movedKind, moveUndoneKind, returnedKind } from "./kinds/moved.ts";
import { rejoinedKind, splitFromKind, splitOffKind, splitUndoneKind } from "./kinds/split.ts";
import { announceContact } from "./live/announce.ts";
import { conversationEvents } from "./live/event-source.ts";
import { recount } from "./recount.ts";
import { routes } from "./routes.ts";
import { writingCleanup } from "./save-writing-settings.ts";
import { hasReadMark } from "./store/read-marks.ts";
import { contactOf, contactOfKept } from "./store/summaries.ts";

export const conversations = defineModule({
  name: "conversations",
  needs: ["accounts", "contacts", "files", "knowledge-sources", "live-updates", "projects"],
  routes,
  cron: [
    { name: "end snoozes", run: endSnoozes },
    { name: "publish heads", run: publishHeads },
    { name: "recount conversations", run: recount },
  ],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    ...[messageKind, noteKind, statusKind, assignmentKind, mergedKind, unmergedKind, joinedKind, partedKind].map((kind) =>
      provide(eventKinds, kind as EventKind),
    ),
    ...[splitOffKind, splitFromKind, splitUndoneKind, rejoinedKind, movedKind, movedFromKind, moveUndoneKind, returnedKind].map((kind) =>
      provide(eventKinds, kind as EventKind),
    ),
    ...[memberAuthor, visitorAuthor].map((author) => provide(authorKinds, author)),
    provide(viewConditions, mentionsCondition),
    provide(moduleViews, mentionsView),
    provide(eventSource, conversationEvents),
    provide(contactChanged, async (ctx, { projectId, contact }) => announceContact(ctx, projectId, contact)),
    ...writingCleanup,
    provide(nextStep, { name: "inbox", isDone: hasReadMark }),
    provide(contactErasure, messageStep),
    provide(contactErasure, conversationStep),
    provide(contactOfConversation, contactOf),
    provide(contactOfMessage, contactOfKept),
  ],
});
