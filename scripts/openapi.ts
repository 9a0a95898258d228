// `pnpm docs:api`: writes docs/api/openapi.json from the contracts, and what changed since the last release into docs/api/changelog.md.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  CHANGELOG_FILE,
  type Document,
  fingerprintsOf,
  RELEASED_FILE,
  type Released,
  unreleased,
  withUnreleased,
} from "./lib/api-changes.ts";
import { orExit } from "./lib/children.ts";
import { compileMessages } from "./lib/messages.ts";
import { legacySchemaText, SCHEMA_FILE } from "./lib/legacy/schema-file.ts";
import { OPENAPI_FILE, openapiText } from "./lib/openapi.ts";
import { inRoot } from "./lib/paths.ts";

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
await orExit(compileMessages()); // contracts name the sentences of what they refuse
mkdirSync(dirname(OPENAPI_FILE), { recursive: true });
const text = await openapiText(version);
writeFileSync(OPENAPI_FILE, text);
const released = JSON.parse(readFileSync(RELEASED_FILE, "utf8")) as Released;
const changes = unreleased(released, fingerprintsOf(JSON.parse(text) as Document));
writeFileSync(CHANGELOG_FILE, withUnreleased(readFileSync(CHANGELOG_FILE, "utf8"), changes));
writeFileSync(SCHEMA_FILE, legacySchemaText());
process.stdout.write("docs/api/openapi.json written\n");
