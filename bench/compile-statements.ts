// `node bench/compile-statements.ts`: times kernel/db/compile.ts against Drizzle's own compiler on a statement of a send, in turns.
import { type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { compile } from "../kernel/db/compile.ts";
import { median } from "./load.ts";

const conditionFor = (n: number): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations c WHERE c.project_id = ${"prj"} AND c.id = ${`cnv_${n}`} AND c.revision = ${n})`;
const statement = (n: number): SQL =>
  sql`INSERT INTO messages (id, project_id, conversation_id, content, created_at)
    SELECT ${`msg_${n}`}, ${"prj"}, ${"cnv"}, ${"hello there"}, ${n} WHERE ${conditionFor(n)} AND NOT ${conditionFor(n + 1)} AND ${sql.join([conditionFor(n), sql`1`], sql` AND `)}
    AND ${"visitor"} IN ${["visitor", "operator"]}`;

const dialect = new SQLiteSyncDialect();
const time = (work: (statement: SQL) => unknown): number => {
  const made = Array.from({ length: 2000 }, (_, n) => statement(n));
  const began = performance.now();
  for (const one of made) work(one);
  return ((performance.now() - began) / made.length) * 1000;
};

const ours: number[] = [];
const drizzles: number[] = [];
for (let round = 0; round < 15; round++) {
  ours.push(time(compile));
  drizzles.push(time((one) => dialect.sqlToQuery(one)));
}
const ratio = median(drizzles.map((theirs, i) => theirs / (ours[i] ?? 1)));
process.stdout.write(
  `ours ${median(ours).toFixed(1)} µs, Drizzle's ${median(drizzles).toFixed(1)} µs a statement: ${ratio.toFixed(1)} times (median of 15 rounds)\n`,
);
