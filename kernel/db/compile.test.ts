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

const ID = "con_01jq3k5v8n2r7t9w1x4y6z8a0b";
test.each([
  ["an id", ID, true],
  ["an id with the kind of its owner", `visitor:${ID}`, true],
  ["a hash", "0123456789abcdef".repeat(4), true],
  ["a state, for which there may be an index of its own", "open", false],
  ["other text", "hello there, this is a message that is longer than an id", false],
  ["a number", 7, false],
])("%s after an equals sign", (_, value, isKey) => {
  const placeholder = isKey ? "CAST(? AS TEXT)" : "?";
  expect(compile(sql`SELECT ${value} WHERE a = ${value} AND b IN (${value}) AND ${sql`c = ${value}`}`)).toEqual({
    sql: `SELECT ? WHERE a = ${placeholder} AND b IN (?) AND c = ${placeholder}`,
    params: [value, value, value, value],
  });
});

test("tables, columns and identifiers of Drizzle are refused in a statement", () => {
  for (const part of [things, things.n, sql.identifier("order")]) expect(() => compile(sql`SELECT ${part}`)).toThrow(TypeError);
});
