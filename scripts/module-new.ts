// `pnpm module:new <name>`: creates the files of a new module. Add it to edition/manifest.ts manually.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.ts";
import { moduleFiles } from "./lib/module-files.ts";

const name = process.argv[2] ?? "";
const folder = inRoot("modules", name);
const refusal = !/^[a-z][a-z-]{1,30}$/.test(name)
  ? "usage: pnpm module:new <name>, in lower case with hyphens"
  : existsSync(folder)
    ? `modules/${name} already exists`
    : undefined;
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(moduleFiles(name))) writeFileSync(`${folder}/${file}`, text);
process.stdout.write(`Created modules/${name}. Add it to edition/manifest.ts and describe it in its SPEC.md.\n`);
