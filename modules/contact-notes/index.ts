// The server face of contact notes: how many a contact has, and what an import adds.
export { type ImportedNote, readSameNotes, writeImportedNotes, writeRemoveImportedNotes } from "./import-queries.ts";
export { notesOf } from "./queries.ts";
