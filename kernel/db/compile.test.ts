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
  ["a job's key", "help.render:job_01jq3k5v8n2r7t9w1x4y6z8a0b", true],
  ["an id with a language", "art_01jq3k5v8n2r7t9w1x4y6z8a0b/pt-BR", true],
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

test("a language is cast like a key", () => {
  expect(compile(sql`SELECT 1 WHERE t.locale = ${"en"} AND slug = ${"en"} ORDER BY t.locale = ${"de"} DESC`)).toEqual({
    sql: "SELECT 1 WHERE t.locale = CAST(? AS TEXT) AND slug = ? ORDER BY t.locale = CAST(? AS TEXT) DESC",
    params: ["en", "en", "de"],
  });
});

test("a limit is part of the text", () => {
  expect(compile(sql`SELECT 1 LIMIT ${30}`)).toEqual({ sql: "SELECT 1 LIMIT 30", params: [] });
  expect(compile(sql`SELECT ${"a"} WHERE ${sql`b IN (SELECT 1 LIMIT ${1})`} LIMIT ${0}`)).toEqual({
    sql: "SELECT ? WHERE b IN (SELECT 1 LIMIT 1) LIMIT 0",
    params: ["a"],
  });
  for (const odd of [-1, 1.5, Number.NaN, Number.MAX_VALUE, "30", null])
    expect(compile(sql`SELECT 1 LIMIT ${odd}`)).toEqual({ sql: "SELECT 1 LIMIT ?", params: [odd] });
});

test("tables, columns and identifiers of Drizzle are refused in a statement", () => {
  for (const part of [things, things.n, sql.identifier("order")]) expect(() => compile(sql`SELECT ${part}`)).toThrow(TypeError);
});
