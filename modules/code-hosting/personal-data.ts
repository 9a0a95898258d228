import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const credential = notPersonal("an encrypted credential of the company's own account at GitHub");
const hash = notPersonal("the hash of a random token");
const repository = notPersonal("the name of one of the company's repositories");
const mark = notPersonal("a version's mark, made by GitHub");
const release = notPersonal("the name of a release of the company's software");
/** A member may have given an issue a customer's name. */
const issue = clearedBy("code-hosting.links");

export const personalData: PersonalData = {
  tables: {
    code_hosting_connections: {
      ...all(ID, "project_id", "connected_by"),
      sealed: credential,
      login: notPersonal("the name of the company's own account at GitHub"),
    },
    code_hosting_attempts: { ...all(ID, "project_id", "account_id", "session_id"), state_hash: hash, sealed_verifier: credential },
    code_hosting_webhooks: {
      ...all(ID, "project_id", "made_by"),
      ...all(CHOICE, "installation_state"),
      sealed: credential,
      installation_account: notPersonal("the name of the company's own account at GitHub"),
    },
    code_hosting_deliveries: { ...all(ID, "project_id", "guid"), digest: notPersonal("the hash of a delivery, which is not stored") },
    code_hosting_repositories: { ...all(ID, "project_id"), name: repository, releases_etag: mark },
    code_issues: {
      ...all(ID, "project_id", "id", "remote_id"),
      ...all(CHOICE, "kind", "state", "reason", "fault"),
      ...all(issue, "title", "url"),
      repository,
      etag: mark,
      ...all(release, "release_tag", "release_url"),
    },
    code_issue_links: {
      ...all(ID, "project_id", "conversation_id", "issue_id", "linked_by"),
      ...all(CHOICE, "told_state"),
      told_release: release,
    },
  },
};
