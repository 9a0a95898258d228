// `node scripts/release-api.ts`: gives what changed in the API the version of package.json, and remembers the operations as they are.
import { readFileSync, writeFileSync } from "node:fs";
import {
  CHANGELOG_FILE,
  type Document,
  fingerprintsOf,
  RELEASED_FILE,
  type Released,
  unreleased,
  withUnreleased,
} from "./lib/api-changes.ts";
import { OPENAPI_FILE } from "./lib/openapi.ts";

const document = JSON.parse(readFileSync(OPENAPI_FILE, "utf8")) as Document;
const { version } = document.info;
const released = JSON.parse(readFileSync(RELEASED_FILE, "utf8")) as Released;
if (released.version === version) {
  process.stderr.write(`${version} is released already: raise the version in package.json and run pnpm docs:api first\n`);
  process.exit(1);
}
const now = fingerprintsOf(document);
const changes = unreleased(released, now);
const emptied = withUnreleased(readFileSync(CHANGELOG_FILE, "utf8"), "Nothing yet.\n");
writeFileSync(CHANGELOG_FILE, emptied.replace("<!-- end -->\n", `<!-- end -->\n\n## ${version}\n\n${changes}`));
writeFileSync(RELEASED_FILE, `${JSON.stringify({ version, operations: now } satisfies Released, null, 1)}\n`);
process.stdout.write(`docs/api/changelog.md has the section ${version}\n`);
