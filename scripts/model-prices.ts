// `node scripts/model-prices.ts <date>`: writes modules/ai/prices/list.json from the pinned package @pydantic/genai-prices. The date is the one
// on which that version was published (`npm view @pydantic/genai-prices time`): the package does not say it, and screens do.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.ts";
import { LIST_FILE, modelPrices } from "./lib/model-prices.ts";

const [, , date = ""] = process.argv;
if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error("Give the date on which the package was published: 2026-09-23.");
const { version } = JSON.parse(readFileSync(inRoot("node_modules/@pydantic/genai-prices/package.json"), "utf8")) as { version: string };
// A line for each model, so that a change of a price is one line of a diff.
const providers = Object.entries(modelPrices()).map(
  ([name, models]) => `"${name}": [\n${models.map((model) => JSON.stringify(model)).join(",\n")}\n]`,
);
writeFileSync(
  LIST_FILE,
  `{\n"package": "@pydantic/genai-prices ${version}",\n"date": "${date}",\n"providers": {\n${providers.join(",\n")}\n}\n}\n`,
);
process.stdout.write("modules/ai/prices/list.json written\n");
