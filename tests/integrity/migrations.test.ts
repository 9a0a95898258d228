// Checks that the migration lock cannot be bypassed and that an installation with old rows upgrades without losing any.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, test } from "vitest";
import { applyTo } from "../../scripts/lib/apply-migrations.ts";
import { collectMigrations, lockViolations, readLock, readMigrations, unlocked, writeLock } from "../../scripts/lib/migrations.ts";
import type { D1, D1Statement } from "../../scripts/lib/miniflare.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { applyMigration, migratedDatabase } from "../../scripts/lib/schema.ts";
import { oldRows, PROJECT } from "../support/old-rows.ts";

const temporary: string[] = [];
afterAll(() => temporary.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder with nothing but the migrations and their lock. */
function checkout(): string {
  const root = mkdtempSync(join(tmpdir(), "seed-desk-migrations-"));
  temporary.push(root);
  cpSync(inRoot("migrations.lock.json"), join(root, "migrations.lock.json"));
  cpSync(inRoot("edition/migrations"), join(root, "edition/migrations"), { recursive: true });
  for (const name of readdirSync(inRoot("modules"))) {
    try {
      cpSync(inRoot("modules", name, "migrations"), join(root, "modules", name, "migrations"), { recursive: true });
    } catch {
      // A module without tables.
    }
  }
  return root;
}
const breachesOf = (root: string): string[] => lockViolations(readMigrations(root), readLock(root));
const ACCOUNTS = "modules/accounts/migrations";

test("the checkout's migrations match the lock completely, and the three known ones have their names", () => {
  assert.deepEqual(breachesOf(ROOT), []);
  assert.deepEqual(unlocked(readMigrations(), readLock()), []);
  const names = Object.keys(readLock());
  for (const name of ["0102_public_abuse_limits.sql", "0103_contact_erasure.sql", "0104_inbound_email_classification.sql"])
    assert.ok(names.includes(name), name);
});

test("an edited, removed, renumbered, moved, or late migration is refused by name", () => {
  const edited = checkout();
  writeFileSync(join(edited, ACCOUNTS, "0002_accounts.sql"), `${readFileSync(join(edited, ACCOUNTS, "0002_accounts.sql"), "utf8")} `);
  assert.deepEqual(breachesOf(edited), ["0002_accounts.sql: changed after it was locked; write a new migration"]);

  const removed = checkout();
  rmSync(join(removed, ACCOUNTS, "0002_accounts.sql"));
  assert.deepEqual(breachesOf(removed), ["0002_accounts.sql: locked, but gone"]);

  const renumbered = checkout();
  renameSync(join(renumbered, ACCOUNTS, "0002_accounts.sql"), join(renumbered, ACCOUNTS, "9002_accounts.sql"));
  assert.deepEqual(breachesOf(renumbered), ["0002_accounts.sql: locked, but gone"]);

  const moved = checkout();
  mkdirSync(join(moved, "modules/people/migrations"), { recursive: true });
  renameSync(join(moved, ACCOUNTS, "0002_accounts.sql"), join(moved, "modules/people/migrations/0002_accounts.sql"));
  assert.deepEqual(breachesOf(moved), ["0002_accounts.sql: locked for accounts, now in people"]);

  const late = checkout();
  writeFileSync(join(late, ACCOUNTS, "0050_late.sql"), "SELECT 1;\n");
  const highest = readMigrations().at(-1)?.file.slice(0, 4);
  assert.deepEqual(breachesOf(late), [`0050_late.sql: new, but its number is not above ${highest}`]);
});

test("a number used twice and a name without a number are refused", () => {
  const twice = checkout();
  writeFileSync(join(twice, ACCOUNTS, "0003_again.sql"), "SELECT 1;\n");
  assert.throws(() => readMigrations(twice), /number used twice: .*0003/);
  const nameless = checkout();
  writeFileSync(join(nameless, ACCOUNTS, "accounts_more.sql"), "SELECT 1;\n");
  assert.throws(() => readMigrations(nameless), /name it NNNN_words\.sql/);
});

test("a new migration is unlocked until it is prepared; collecting removes copies without a source", () => {
  const root = checkout();
  writeFileSync(join(root, ACCOUNTS, "0999_next.sql"), "SELECT 1;\n");
  assert.deepEqual(breachesOf(root), []);
  assert.deepEqual(unlocked(readMigrations(root), readLock(root)), ["0999_next.sql"]);
  writeLock(readMigrations(root), root);
  assert.deepEqual(unlocked(readMigrations(root), readLock(root)), []);
  const into = join(root, "collected");
  mkdirSync(into);
  writeFileSync(join(into, "0001_stray.sql"), "DROP TABLE accounts;\n");
  const all = collectMigrations(root, into);
  assert.deepEqual(
    readdirSync(into).sort(),
    all.map((m) => m.file),
  );
});

// --- upgrades ---------------------------------------------------------------

const sqlOf = (number: number): string => {
  const found = readMigrations().find((m) => m.number === number);
  assert.ok(found, `no migration ${number}`);
  return found.sql;
};

/** Inserts the rows that an older installation may hold. */
function fill(db: DatabaseSync): void {
  for (const { sql } of oldRows()) db.exec(sql);
}

type Rows = Record<string, unknown>[];
const tableNames = (db: DatabaseSync): string[] =>
  (
    db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").all() as { name: string }[]
  ).map((row) => row.name);
const columnsOf = (db: DatabaseSync, table: string): string[] =>
  (db.prepare("SELECT name FROM pragma_table_info(?)").all(table) as { name: string }[]).map((row) => row.name);
/** Contents of the tables and columns that `like` has, so that a later database can be compared with an earlier one. */
const contents = (db: DatabaseSync, like: ReadonlyMap<string, string[]>): Record<string, Rows> =>
  Object.fromEntries(
    [...like].map(([table, columns]) => [
      table,
      db.prepare(`SELECT ${columns.map((c) => `"${c}"`).join()} FROM "${table}" ORDER BY 1, 2`).all() as Rows,
    ]),
  );
const shapeOf = (db: DatabaseSync): Map<string, string[]> => new Map(tableNames(db).map((table) => [table, columnsOf(db, table)]));
const schemaText = (db: DatabaseSync): string =>
  JSON.stringify(db.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").all());

for (const number of [102, 103, 104]) {
  test(`the upgrade to 0${number} leaves older rows untouched and runs once`, () => {
    const db = migratedDatabase(number);
    fill(db);
    const shape = shapeOf(db);
    const before = contents(db, shape);
    assert.ok(Object.values(before).flat().length > 15);
    applyMigration(db, sqlOf(number));
    assert.deepEqual(contents(db, shape), before);
    assert.equal((db.prepare("PRAGMA integrity_check").get() as { integrity_check: string }).integrity_check, "ok");
    assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
    // A second manual run fails as a whole and changes nothing.
    const after = schemaText(db);
    assert.throws(() => applyMigration(db, sqlOf(number)), /already exists|duplicate column/);
    assert.equal(schemaText(db), after);
    assert.deepEqual(contents(db, shape), before);
  });

  test(`0${number} interrupted after any of its statements leaves nothing behind`, () => {
    const statements = sqlOf(number)
      .split(/;\s*(?:\n|$)/)
      .map((s) => s.replaceAll(/^--.*$/gm, "").trim())
      .filter((s) => s !== "");
    assert.ok(statements.length >= 2);
    for (let done = 1; done <= statements.length; done += 1) {
      const db = migratedDatabase(number);
      fill(db);
      const [schema, rows] = [schemaText(db), contents(db, shapeOf(db))];
      assert.throws(() => applyMigration(db, `${statements.slice(0, done).join(";\n")};\nSELECT * FROM the_power_went_out;`));
      assert.equal(schemaText(db), schema, `after ${done} statements`);
      assert.deepEqual(contents(db, shapeOf(db)), rows);
      applyMigration(db, sqlOf(number));
    }
  });
}

test("0103: older messages do not count as erased; 0104: older receipts wait for classification and a failed one stays due", () => {
  const db = migratedDatabase(103);
  fill(db);
  applyMigration(db, sqlOf(103));
  applyMigration(db, sqlOf(104));
  assert.deepEqual(
    db
      .prepare("SELECT DISTINCT erased_at FROM messages")
      .all()
      .map((row) => ({ ...row })),
    [{ erased_at: null }],
  );
  const receipts = db.prepare("SELECT state, classified_at, automatic, reasons FROM inbound_mail_receipts ORDER BY id").all() as Rows;
  assert.deepEqual(
    receipts.map((r) => r["state"]),
    ["received", "admitting", "admitted", "failed", "unreadable", "dropped"],
  );
  assert.ok(receipts.every((r) => r["classified_at"] === null && r["automatic"] === null && r["reasons"] === null));
  const due = db
    .prepare(
      "EXPLAIN QUERY PLAN SELECT id FROM inbound_mail_receipts WHERE state IN ('received', 'admitting', 'failed') AND received_at < ?",
    )
    .all(1) as { detail: string }[];
  assert.match(due.map((row) => row.detail).join(), /inbound_mail_receipts_due/);
  // The same mail delivered again still finds its receipt.
  assert.throws(
    () =>
      db.exec(
        `INSERT INTO inbound_mail_receipts (id, project_id, identity_hash, size, door, received_at) VALUES ('rct_x', '${PROJECT}', 'hash3', 1, 'gateway', 1)`,
      ),
    /UNIQUE/,
  );
});

test("counters of 0102 never fall below zero, and an old installation upgrades fully to the newest schema", () => {
  const db = migratedDatabase(102);
  fill(db);
  for (const { number, sql } of readMigrations()) if (number >= 102) applyMigration(db, sql);
  assert.equal(schemaText(db), schemaText(migratedDatabase()));
  assert.throws(() => db.exec("INSERT INTO abuse_counters VALUES ('k', 0, -1, 1)"), /CHECK/);
});

// --- the applier ------------------------------------------------------------

interface Prepared extends D1Statement {
  runNow(): void;
}
/** D1's transactional batch on node:sqlite; `failAt` is the statement of a batch at which the power fails. */
function d1Over(db: DatabaseSync, failAt?: number): D1 {
  const prepare = (sql: string, values: readonly unknown[] = []): Prepared => ({
    bind: (...given) => prepare(sql, given),
    run: async () => void db.prepare(sql).run(...(values as string[])),
    all: async () => ({ results: db.prepare(sql).all(...(values as string[])) as Record<string, unknown>[] }),
    runNow: () => void db.prepare(sql).run(...(values as string[])),
  });
  return {
    prepare,
    batch: async (statements) => {
      db.exec("BEGIN");
      try {
        for (const [i, statement] of (statements as readonly Prepared[]).entries()) {
          if (i === failAt) throw new Error("the power went out");
          statement.runNow();
        }
        db.exec("COMMIT");
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

test("each migration file and its record are one batch: an interrupted run resumes, and a second run does nothing", async () => {
  const files = readMigrations().map(({ file, sql }) => ({ file, sql }));
  for (const failAt of [0, 1, 2, 3]) {
    const db = new DatabaseSync(":memory:");
    await applyTo(
      d1Over(db),
      files.filter(({ file }) => file < "0102"),
    );
    fill(db);
    const [schema, rows] = [schemaText(db), contents(db, shapeOf(db))];
    await assert.rejects(
      applyTo(d1Over(db, failAt), files),
      /0102_public_abuse_limits\.sql failed: the power went out|0103_contact_erasure\.sql failed/,
    );
    if (failAt <= 2) {
      assert.equal(schemaText(db), schema, `cut at ${failAt}`);
      assert.deepEqual(contents(db, shapeOf(db)), rows);
    }
    const rest = await applyTo(d1Over(db), files);
    assert.equal(rest.at(-1), files.at(-1)?.file);
    assert.deepEqual(await applyTo(d1Over(db), files), []);
    assert.deepEqual(
      (db.prepare("SELECT name FROM d1_migrations ORDER BY name").all() as { name: string }[]).map((row) => row.name),
      files.map(({ file }) => file).sort(),
    );
  }
});
