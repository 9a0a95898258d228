import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { companyCondition } from "./company-condition.ts";
import { deleteWithProject, deletionJob, forgetJob } from "./delete-with-project.ts";
import { companyStep } from "./erasure.ts";
import { companyFilter } from "./list-companies.ts";
import { mergeStep } from "./merge.ts";
import { routes } from "./routes.ts";

export const companies = defineModule({
  name: "companies",
  needs: ["contacts", "conversations", "leads", "projects"],
  routes,
  jobs: [deletionJob, forgetJob],
  provides: [provide(contactMerge, mergeStep), provide(contactErasure, companyStep), companyFilter, companyCondition, deleteWithProject],
});
