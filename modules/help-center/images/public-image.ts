// Everybody may read the images of an open help center.
import { provide } from "#kernel/module/index.ts";
import { publicFile, writeRemoveKeptAmong } from "#modules/files";
import { projectCleanup } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";

export const publicImage = provide(
  publicFile,
  (projectId, fileId) =>
    sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1 AND instr(images, ${fileId}) > 0)`,
);

/** Removes them with their project. */
export const removeImagesWithProject = provide(projectCleanup, {
  name: "images of the help center",
  statements: (projectId, when) => [
    writeRemoveKeptAmong(
      projectId,
      sql`SELECT json_extract(i.value, '$.fileId') FROM help_centers h, json_each(h.images) i WHERE h.project_id = ${projectId}`,
      when,
    ),
  ],
});
