// The face of uploaded exports: reading their lines, and ending them.
export { filesOf as exportFiles, readTeam as readExportTeam } from "./check-export.ts";
export { exportUse } from "./extension.ts";
export { BEGINNING, type ExportFile, lineAt, LineFault, linesFrom, type LinePlace } from "./lines.ts";
export { isChecked as isExportChecked, readExport, readLines as readExportLines, writeRemoving as writeExportRemoving } from "./queries.ts";
export { removal as exportRemoval } from "./remove-exports.ts";
export { recordOf, type TeamMate } from "./rules.ts";
