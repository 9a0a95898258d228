import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const repository = notPersonal("which of the company's repositories is read, and what of it");
const mark = notPersonal("a version's mark, made by GitHub");
export const personalData: PersonalData = {
  tables: {
    repository_knowledge: {
      ...all(ID, "project_id", "source_id", "remote_id"),
      ...all(CHOICE, "schedule", "step", "notes", "fault"),
      ...all(repository, "repository", "branch", "docs", "discussions"),
      ...all(mark, "commit_sha", "ref_etag", "releases_etag", "commits_etag"),
    },
  },
};
