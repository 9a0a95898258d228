// `node scripts/sample-export.ts --to <file> --messages <n> --seed <n>`: writes an export of invented data in the format of the import.
import { resolve } from "node:path";
import { endWithUsage, optionsOrUsage } from "./lib/flags.ts";
import { MAX_OBJECT } from "./lib/legacy/format.ts";
import { generateExport } from "./lib/legacy/generate.ts";

const USAGE = "node scripts/sample-export.ts --to <file> --messages <number> [--seed <number>] [--files <number>] [--file-size <bytes>]";
const values = optionsOrUsage(USAGE, {
  to: { type: "string" },
  messages: { type: "string" },
  seed: { type: "string", default: "1" },
  files: { type: "string", default: "0" },
  "file-size": { type: "string" },
});
const [messages, seed, files] = [values.messages ?? "", values.seed, values.files].map(Number);
if (values.to === undefined || messages === undefined || seed === undefined || files === undefined) endWithUsage(USAGE);
if (![messages, seed, files].every((n) => Number.isSafeInteger(n) && n >= 0) || messages === 0) endWithUsage(USAGE);
const fileSize = values["file-size"] === undefined ? undefined : Number(values["file-size"]);
if (fileSize !== undefined && !(Number.isSafeInteger(fileSize) && fileSize > 0 && fileSize <= MAX_OBJECT)) endWithUsage(USAGE);
const records = generateExport(resolve(values.to), { messages, seed, files, ...(fileSize !== undefined && { fileSize }) });
process.stdout.write(`${records.toLocaleString("en")} records\n`);
