// The orders and counts of the inbox: conversations from before their migration have them, and the triggers keep them through every change.
import assert from "node:assert/strict";
import { test } from "vitest";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { applyMigration, migratedDatabase } from "../../scripts/lib/schema.ts";

const FIRST = 220;
const FAR = 10_000_000_000_000;
const rows = (statement: { all(): unknown[] }): unknown[] => statement.all().map((row) => ({ ...(row as object) }));

test("earlier conversations get their orders, ranks and counts, and every later change is followed", () => {
  const db = migratedDatabase(FIRST);
  const insert = db.prepare(
    "INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, assignee_id, waiting_since, created_at, last_activity_at) VALUES ('p', ?, 'c', ?, 'widget', ?, ?, ?, ?, 1)",
  );
  insert.run("a", "a", "open", null, 50, 10);
  insert.run("b", "b", "open", "acc_1", null, 20);
  insert.run("c", "c", "closed", "acc_1", null, 30);
  db.exec("INSERT INTO conversation_priorities (project_id, conversation_id, priority) VALUES ('p', 'b', 'urgent')");
  for (const { number, sql } of readMigrations()) if (number >= FIRST) applyMigration(db, sql);
  const keys = () =>
    rows(
      db.prepare(
        "SELECT conversation_id AS id, status, assignee_id AS of, by_created AS created, by_priority AS priority, by_waiting AS waiting FROM conversation_sort_keys ORDER BY 1",
      ),
    );
  const counts = () =>
    Object.fromEntries(
      rows(db.prepare("SELECT list, conversations AS n FROM conversation_counts WHERE conversations <> 0 ORDER BY 1")).map(
        (row) => Object.values(row as object) as [string, number],
      ),
    );
  assert.deepEqual(keys(), [
    { id: "a", status: "open", of: null, created: 10, priority: 10, waiting: FAR - 50 },
    { id: "b", status: "open", of: "acc_1", created: 20, priority: 4 * FAR + 20, waiting: 20 - FAR },
    { id: "c", status: "closed", of: "acc_1", created: 30, priority: 30, waiting: 30 - FAR },
  ]);
  assert.deepEqual(counts(), { "assigned:acc_1": 1, closed: 1, open: 2, unassigned: 1 });

  insert.run("d", "d", "open", null, 60, 40);
  db.exec("UPDATE conversations SET assignee_id = 'acc_2', waiting_since = NULL WHERE id = 'a'");
  db.exec("UPDATE conversations SET status = 'open', assignee_id = NULL WHERE id = 'c'");
  db.exec("UPDATE conversations SET status = 'snoozed' WHERE id = 'b'");
  assert.deepEqual(counts(), { "assigned:acc_2": 1, open: 3, snoozed: 1, unassigned: 2 });
  db.exec("DELETE FROM conversations WHERE id = 'd'");
  assert.deepEqual(counts(), { "assigned:acc_2": 1, open: 2, snoozed: 1, unassigned: 1 });
  assert.deepEqual(keys(), [
    { id: "a", status: "open", of: "acc_2", created: 10, priority: 10, waiting: 10 - FAR },
    { id: "b", status: "snoozed", of: "acc_1", created: 20, priority: 4 * FAR + 20, waiting: 20 - FAR },
    { id: "c", status: "open", of: null, created: 30, priority: 30, waiting: 30 - FAR },
  ]);
  db.close();
});

test("targets that run already give their conversations a place in the order by what is due, and every later change is followed", () => {
  const DUE_FIRST = 945;
  const db = migratedDatabase(DUE_FIRST);
  const insert = db.prepare(
    "INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, created_at, last_activity_at) VALUES ('p', ?, 'c', ?, 'widget', 'open', ?, 1)",
  );
  for (const [at, id] of ["a", "b", "c"].entries()) insert.run(id, id, at);
  const clock = db.prepare(
    "INSERT INTO response_clocks (project_id, conversation_id, target, started_at, due_at, ended_at, live) VALUES ('p', ?, ?, 1, ?, ?, ?)",
  );
  clock.run("a", "first", 300, null, 1);
  clock.run("a", "resolution", 200, null, 1);
  clock.run("b", "first", 100, 50, 0);
  for (const { number, sql } of readMigrations()) if (number >= DUE_FIRST) applyMigration(db, sql);
  const due = () => rows(db.prepare("SELECT conversation_id AS id, due_at AS due FROM conversation_sort_keys ORDER BY 1"));
  const of = (a: number | null, b: number | null) => [
    { id: "a", due: a },
    { id: "b", due: b },
    { id: "c", due: null },
  ];
  assert.deepEqual(due(), of(200, null));
  db.exec("UPDATE response_clocks SET ended_at = 150 WHERE target = 'resolution'");
  assert.deepEqual(due(), of(300, null));
  clock.run("b", "next", null, null, 1);
  db.exec("UPDATE response_clocks SET due_at = 400 WHERE target = 'next'");
  assert.deepEqual(due(), of(300, 400));
  db.exec("UPDATE response_clocks SET live = 0 WHERE conversation_id = 'a'");
  assert.deepEqual(due(), of(null, 400));
  db.close();
});
