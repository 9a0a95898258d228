// What members are told of a worsening, and where it leads.
import { provide } from "#kernel/module/index.ts";
import { m } from "#messages";
import { noticeSubjects } from "#modules/notifications";
import { regressionsPath } from "./contract.ts";
import { isOpen } from "./queries.ts";

export const worseNotice = provide(noticeSubjects, {
  event: "assistantWorse",
  path: (projectId, id) => `${regressionsPath(projectId)}#${id}`,
  sentence: m.regressions_notice,
  body: m.regressions_notice_body,
  open: m.regressions_notice_open,
  isNews: isOpen,
});
