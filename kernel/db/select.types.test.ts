// Checks which statements must not compile: `tsc -p tsconfig.test.json` fails if one of these lines is accepted.
import { expect, test } from "vitest";
import type { AccountId, SessionId } from "#kernel/ids/index.ts";
import { compile } from "./compile.ts";
import { queryOne } from "./database.ts";
import { as, columnList, columns, type RowIn, sql } from "./select.ts";

const SESSION = columnList`${columns({ s: "sessions", a: "accounts?" }, "s.id AS session_id, a.id, a.name")}, s.expires_at > ${7} ${as.number("fresh")}`;
const statement = sql`SELECT ${SESSION} FROM sessions s LEFT JOIN accounts a ON a.id = s.account_id WHERE s.id = ${"ses_1"}`;

test("a typed statement compiles to its text and parameters", () => {
  expect(compile(statement)).toEqual({
    sql: "SELECT s.id AS session_id, a.id, a.name, s.expires_at > ? AS fresh FROM sessions s LEFT JOIN accounts a ON a.id = s.account_id WHERE s.id = ?",
    params: [7, "ses_1"],
  });
});

test("reading a column that is not selected, or as another type, does not compile", () => {
  queryOne(statement, (row) => {
    const own: SessionId = row.session_id;
    const account: AccountId | null = row.id;
    const fresh: number = row.fresh;
    // @ts-expect-error misspelt
    const misspelt: unknown = row.nmae;
    // @ts-expect-error not of this statement
    const other: unknown = row.email;
    // @ts-expect-error of an outer join
    const present: AccountId = row.id;
    // @ts-expect-error another kind of id
    const kind: AccountId = row.session_id;
    // @ts-expect-error a text
    const count: number = row.name;
    return [own, account, fresh, misspelt, other, present, kind, count];
  });
});

test("a list of columns that a table does not have does not compile", () => {
  // @ts-expect-error misspelt
  columns("accounts", "id, nmae");
  // @ts-expect-error of another table
  columns({ a: "accounts" }, "a.token_hash");
  // @ts-expect-error no such alias
  columns({ a: "accounts" }, "a.id, s.id");
  // @ts-expect-error no such table
  columns("acounts", "id");
  const kinds: RowIn<ReturnType<typeof kind>>["kind"][] = ["register", "reset", "confirm", "change"];
  // @ts-expect-error none of the values that the table accepts
  kinds.push("other");
});
const kind = () => columns("account_tokens", "kind");
