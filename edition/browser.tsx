// Joins the dashboard: the shell, and every module's screens and fills.
import { call, reading } from "#dashboard/api.ts";
import { startDashboard } from "#dashboard/start.tsx";
import { readMe } from "#modules/accounts/contract";
import * as accounts from "#modules/accounts/views";
import * as contacts from "#modules/contacts/views";
import { locateConversation, threadPath } from "#modules/conversations/contract";
import * as inbox from "#modules/inbox/views";
import * as email from "#modules/email/views";
import * as erasure from "#modules/erasure/views";
import * as helpCenter from "#modules/help-center/views";
import * as knowledgeSources from "#modules/knowledge-sources/views";
import * as priority from "#modules/priority/views";
import { listProjects, readProject } from "#modules/projects/contract";
import * as projects from "#modules/projects/views";

startDashboard({
  screens: [
    ...inbox.screens,
    ...contacts.screens,
    ...helpCenter.screens,
    ...knowledgeSources.screens,
    ...projects.screens,
    ...email.screens,
    ...accounts.screens,
  ],
  fills: [...inbox.fills, ...priority.fills, ...email.fills, ...knowledgeSources.fills, ...erasure.fills, ...helpCenter.fills],
  session: {
    me: () => reading(readMe, {}),
    projects: () => reading(listProjects, {}),
    project: (projectId) => reading(readProject, { params: { projectId } }),
    locate: async (conversationId) => (await call(locateConversation, { params: { conversationId } })).projectId,
    conversationPath: threadPath,
  },
});
