// Brings what was written in a conversation to the one that it came from, when the split or move that began it is undone.
import type { SQL } from "#kernel/db/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { writesDraftsBack } from "#modules/conversations";
import { writesProgramDraftsAlong, writeUnsharedByJoining } from "./queries.ts";

/** All drafts of `from`, of members and of programs, where `when` holds. */
export const writesAllDraftsBack = (projectId: ProjectId, from: ConversationId, to: ConversationId, when: SQL): SQL[] => [
  writeUnsharedByJoining(projectId, from, to, when),
  ...writesDraftsBack(projectId, from, to, when),
  ...writesProgramDraftsAlong(projectId, from, to, when),
];
