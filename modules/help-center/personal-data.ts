import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WRITTEN = notPersonal("what the company publishes");
export const personalData: PersonalData = {
  tables: {
    help_centers: {
      ...all(ID, "project_id", "updated_by"),
      ...all(WRITTEN, "title", "description", "links", "contact", "translations", "images", "domain"),
      ...all(CHOICE, "default_locale", "locales"),
    },
    help_renders: { ...all(ID, "project_id", "whole_run", "sitemap_run", "due_run") },
    help_due_pages: {
      ...all(ID, "project_id", "token"),
      ...all(notPersonal("ids and addresses of pages that are rendered next"), "page", "at"),
    },
    help_render_runs: { ...all(ID, "job_id", "project_id"), cursor: notPersonal("ids of what is rendered next") },
  },
  objects: { "help/": WRITTEN, "help-slugs/": WRITTEN },
};
