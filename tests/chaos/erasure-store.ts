// Reads all rows and all objects of a served build as one text, to search for remains of a person.
import type { Served } from "../../scripts/lib/serve.ts";
import { objects, rows } from "./final.ts";

interface Bucket {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
}
export async function readEverything(served: Served): Promise<string> {
  const names = await rows(
    served,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%'",
  );
  const found: string[] = [];
  for (const { name } of names) found.push(`${name}: ${JSON.stringify(await rows(served, `SELECT * FROM ${name}`))}`);
  const bucket = (await served.runtime.getBindings())["FILES"] as Bucket;
  for (const { key } of await objects(served)) found.push(`object ${key}: ${await (await bucket.get(key))?.text()}`);
  return found.join("\n");
}
/** Occurrences of the text, each with its surroundings. */
export const occurrences = (all: string, text: string): string[] =>
  all.split("\n").flatMap((line) => {
    const at = line.indexOf(text);
    return at === -1 ? [] : [`${line.slice(0, line.indexOf(":"))}: ...${line.slice(Math.max(0, at - 200), at + 80)}`];
  });
