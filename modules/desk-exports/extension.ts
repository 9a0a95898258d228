// Extension points of uploaded exports.
import type { SQL } from "#kernel/db/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** Condition: the upload with this id of this project is being imported, so it does not make room for another one. */
export const exportUse = extensionPoint<(projectId: SQL, exportId: SQL) => SQL>("exportUse");
