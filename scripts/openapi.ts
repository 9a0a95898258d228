// `pnpm docs:api`: writes docs/api/openapi.json from the contracts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { orExit } from "./lib/children.ts";
import { compileMessages } from "./lib/messages.ts";
import { legacySchemaText, SCHEMA_FILE } from "./lib/legacy/schema-file.ts";
import { OPENAPI_FILE, openapiText } from "./lib/openapi.ts";
import { inRoot } from "./lib/paths.ts";

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
await orExit(compileMessages()); // contracts name the sentences of what they refuse
mkdirSync(dirname(OPENAPI_FILE), { recursive: true });
writeFileSync(OPENAPI_FILE, await openapiText(version));
writeFileSync(SCHEMA_FILE, legacySchemaText());
process.stdout.write("docs/api/openapi.json written\n");
