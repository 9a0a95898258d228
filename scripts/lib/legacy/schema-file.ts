// The published JSON Schema of the export format, beside the API reference.
import { inRoot } from "../paths.ts";
import { legacySchema } from "./format.ts";

export const SCHEMA_FILE = inRoot("docs/api/legacy-export.schema.json");
export const legacySchemaText = (): string => `${JSON.stringify(legacySchema(), null, 2)}\n`;
