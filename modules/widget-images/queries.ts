// All SQL of the widget's images.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { FileId, ProjectId } from "#kernel/ids/index.ts";
import { writeRemoveKeptAmong } from "#modules/files";
import { filePath } from "#modules/files/contract";
import type { WidgetImages, WidgetImageUse } from "./contract.ts";

/** The images as the widget and the dashboard get them. */
export const readImages = (projectId: ProjectId): Query<WidgetImages> =>
  query(sql`SELECT ${columns("widget_images", "use, file_id")} FROM widget_images WHERE project_id = ${projectId}`, (rows) => {
    const pathOf = (use: WidgetImageUse): string | null => {
      const row = rows.find((one) => one.use === use);
      return row ? filePath(row.file_id) : null;
    };
    return { launcher: pathOf("launcher"), assistant: pathOf("assistant") };
  });

interface Place {
  readonly projectId: ProjectId;
  readonly use: WidgetImageUse;
}
const at = ({ projectId, use }: Place): SQL => sql`project_id = ${projectId} AND use = ${use}`;
/** Condition: there is an image. */
export const hasImage = (place: Place): SQL => sql`EXISTS (SELECT 1 FROM widget_images WHERE ${at(place)})`;
/** Condition: the image is this file. */
export const isImage = (place: Place, fileId: FileId): SQL =>
  sql`EXISTS (SELECT 1 FROM widget_images WHERE ${at(place)} AND file_id = ${fileId})`;
export const writeImage = (place: Place, fileId: FileId, when: SQL): SQL => sql`
  INSERT INTO widget_images (project_id, use, file_id)
  SELECT ${place.projectId}, ${place.use}, id FROM files WHERE id = ${fileId} AND +project_id = ${place.projectId} AND ${when}
  ON CONFLICT (project_id, use) DO UPDATE SET file_id = excluded.file_id`;
/** Removes the file that the place has; the row stays. */
export const writeFileGone = (place: Place, when: SQL): SQL =>
  writeRemoveKeptAmong(place.projectId, sql`SELECT file_id FROM widget_images WHERE ${at(place)}`, when);
export const writeImageGone = (place: Place, when: SQL): SQL => sql`DELETE FROM widget_images WHERE ${at(place)} AND ${when}`;

/** Condition that everybody may read the file: a widget shows it. */
export const isShown = (projectId: SQL, fileId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM widget_images WHERE project_id = ${projectId} AND file_id = ${fileId})`;

export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  writeRemoveKeptAmong(projectId, sql`SELECT file_id FROM widget_images WHERE project_id = ${projectId}`, when),
  sql`DELETE FROM widget_images WHERE project_id = ${projectId} AND ${when}`,
];
