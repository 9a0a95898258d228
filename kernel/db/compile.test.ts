import { sql } from "drizzle-orm";
import { integer, SQLiteSyncDialect, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { compile } from "./compile.ts";

const things = sqliteTable("things", { id: text().notNull(), n: integer() });
const nested = sql`EXISTS (SELECT 1 FROM b WHERE b.id = ${"x"} AND b.n < ${3})`;

test.each([
  ["plain", sql`SELECT 1`],
  ["empty", sql``],
  ["values", sql`SELECT ${"a"}, ${1.5}, ${null}, ${""}`],
  ["nested, twice", sql`SELECT ${nested} WHERE ${nested} AND ${sql`a = ${"y"} AND ${nested}`}`],
  ["raw", sql`SELECT ${sql.raw("1 + 2")}, ${7}`],
  ["joined", sql`SELECT ${sql.join([sql`a`, sql`${"b"}`, nested], sql`, `)}`],
  ["a list", sql`SELECT 1 WHERE 1 IN ${[1, 2]} AND 2 IN ${[sql`3`, "x"]}`],
  ["a boolean", sql`SELECT ${true}`],
  ["bytes", sql`SELECT ${new Uint8Array([1, 2])}`],
])("%s: compiled to the same text and parameters as by Drizzle", (_, statement) => {
  const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(statement);
  expect(compile(statement)).toMatchObject({ sql: text, params });
});

test("tables, columns and identifiers of Drizzle are refused in a statement", () => {
  for (const part of [things, things.n, sql.identifier("order")]) expect(() => compile(sql`SELECT ${part}`)).toThrow(TypeError);
});
