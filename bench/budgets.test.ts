// Checks the byte budgets: what a browser downloads for the widget and the dashboard, and the size of the worker.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, test } from "vitest";
import { inRoot } from "../scripts/lib/paths.ts";
import { readBudgets } from "./budgets.ts";
import { type Bytes, CLIENT, firstFiles, measure, routesIn, withImports } from "./served-bytes.ts";
import { OPTIONAL_ROUTES } from "./optional-routes.ts";

const skip = existsSync(join(CLIENT, "widget.js")) && existsSync(join(CLIENT, "dashboard/index.html")) ? false : "dist/ is not built";
const { bytes: budgets } = readBudgets();
const LABELS: Readonly<Record<keyof Bytes, string>> = {
  loader: "widget loader",
  beforeClick: "widget before a click (loader and engine)",
  opened: "widget opened and used (without Markdown and files)",
  inbox: "dashboard to a usable inbox (without fonts)",
  conversation: "dashboard with a conversation (without fonts)",
  worker: "worker, gzip",
};
let measured: Bytes;
beforeAll(() => {
  if (skip === false) measured = measure();
});

for (const key of Object.keys(LABELS) as (keyof Bytes)[]) {
  test(`${LABELS[key]}: at most ${budgets[key].toLocaleString("en")} bytes`, (t) => {
    t.skip(skip !== false, String(skip));
    void t.annotate(`${LABELS[key]}: ${measured[key].toLocaleString("en")} of ${budgets[key].toLocaleString("en")}`);
    assert.ok(measured[key] <= budgets[key], `${measured[key]} bytes`);
  });
}

test("a page whose visitor never opens the widget loads no panel, no Markdown and no framework", (t) => {
  t.skip(skip !== false, String(skip));
  const engine = globSync("w/engine-*.js", { cwd: CLIENT })[0] ?? "";
  const names = [...withImports(join(CLIENT, engine))].map((file) => file.slice(CLIENT.length));
  assert.deepEqual(
    names.filter((name) => /mount|rich-nodes|sign-in|identify/.test(name)),
    [],
  );
});

test("the widget's chunks are imported by relative path and have a content hash in their name", (t) => {
  t.skip(skip !== false, String(skip));
  for (const file of globSync("w/*.js", { cwd: CLIENT })) assert.match(file, /-[\w-]{7}\.js$/);
  assert.match(readFileSync(join(CLIENT, "widget.js"), "utf8"), /import\(new URL\("w\/engine-|import\(["`]\.\/w\/engine-/);
});

test("the dashboard's first screen does not wait for Markdown, settings or the palette", (t) => {
  t.skip(skip !== false, String(skip));
  const html = readFileSync(join(CLIENT, "dashboard/index.html"), "utf8");
  const entry = /type="module"[^>]*src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? "";
  const names = [...withImports(join(CLIENT, entry))].map((file) => file.slice(CLIENT.length));
  assert.deepEqual(
    names.filter((name) => /\/(markdown|palette|appearance-page|members-page|lightbox|thread|inbox)-/.test(name)),
    [],
  );
  assert.ok(!/https?:\/\//.test(html.replaceAll(/http:\/\/www\.w3\.org\/\S+/g, "")), "a third party is loaded");
});

test("the inbox and a conversation load no code of the help center or knowledge, which a project may not use", (t) => {
  t.skip(skip !== false, String(skip));
  const { conversation } = firstFiles();
  const found = routesIn(conversation);
  assert.ok(found.has("listConversations"), [...found].join());
  assert.deepEqual(
    [...found].filter((name) => OPTIONAL_ROUTES.has(name)),
    [],
  );
});

test("the open chat loads no code of features that a project may not use: help articles, the assistant, identification, files", (t) => {
  t.skip(skip !== false, String(skip));
  const names = [...firstFiles().openedIn()].map((file) => file.slice(CLIENT.length));
  assert.deepEqual(
    names.filter((name) => /\/(help|home|assistant|action|identify|attachments|uploads|rich-nodes|below)/.test(name)),
    [],
  );
});

test("no file is larger than the platform serves", (t) => {
  t.skip(skip !== false, String(skip));
  for (const file of globSync("dist/client/**/*", { cwd: inRoot() })) {
    const { size } = statSync(inRoot(file));
    assert.ok(size < 25 * 1024 * 1024, file);
  }
});
