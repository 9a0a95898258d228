// Extension points of notifications: who follows conversations, and what else members are told of.
import type { Query, SQL } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SubjectNotification } from "./contract.ts";

/** Reads who follows conversations, and so is notified of what customers write and of the notes of others. */
export type ReadFollowing = (
  places: readonly { readonly projectId: ProjectId; readonly conversationId: ConversationId }[],
) => Query<readonly { readonly conversationId: ConversationId; readonly accountId: AccountId }[]>;
export const notifiedFollowers = extensionPoint<ReadFollowing>("notifiedFollowers");

/**
 * What members are told of that is no conversation, one for each event: its words are the same for every subject, because they may be read anywhere;
 * the page says the rest.
 */
export interface NoticeSubject {
  readonly event: SubjectNotification;
  /** The page of the dashboard that shows it. */
  readonly path: (projectId: ProjectId, subjectId: string) => string;
  /** One line, in the bell and as the mail's subject. */
  readonly sentence: () => string;
  /** What the mail says. */
  readonly body: () => string;
  /** The words of the mail's link. */
  readonly open: () => string;
  /** Condition: it is still news, whoever has read it. Both are expressions. */
  readonly isNews: (projectId: SQL, subjectId: SQL) => SQL;
}
export const noticeSubjects = extensionPoint<NoticeSubject>("noticeSubjects");
