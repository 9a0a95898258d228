// Reads the settings of wrangler.jsonc that scripts need.
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { parseJsonc } from "./descriptor/jsonc.ts";
import { inRoot } from "./paths.ts";

export interface WorkerConfig {
  readonly name: string;
  readonly compatibilityDate: string;
  readonly d1: { readonly binding: string; readonly id: string };
  /** The name of the bucket. */
  readonly r2: string;
}

const Word = v.pipe(v.string(), v.nonEmpty());
const Shape = v.object({
  name: Word,
  compatibility_date: Word,
  d1_databases: v.tupleWithRest([v.object({ binding: Word, database_id: Word })], v.unknown()),
  r2_buckets: v.tupleWithRest([v.object({ bucket_name: Word })], v.unknown()),
});

/** Reads the source configuration, or the built one. */
export function readWorkerConfig(file = inRoot("wrangler.jsonc")): WorkerConfig {
  const { success, output } = v.safeParse(Shape, parseJsonc(readFileSync(file, "utf8")));
  if (!success) throw new Error(`${file} names no worker, compatibility date, database or bucket`);
  const { name, compatibility_date: compatibilityDate, d1_databases: databases, r2_buckets: buckets } = output;
  const [{ binding, database_id: id }] = databases;
  return { name, compatibilityDate, d1: { binding, id }, r2: buckets[0].bucket_name };
}
