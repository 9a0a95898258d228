// Checks the checkout: named paths exist, variables are declared, licence and lock are clean, nothing machine-specific is committed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../edition/variables.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

const BINARY = /\.(png|jpe?g|gif|webp|woff2?|ico|pdf|zip|bin)$/;

/** Every file that is or would be committed; a delivery artifact has no repository and is read from disk. */
function sources(): string[] {
  try {
    return execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\0")
      .filter((file) => file !== "" && existsSync(inRoot(file)));
  } catch {
    const skipped = /^(node_modules|\.tools|\.wrangler|dist|\.generated|\.git)(\/|$)|\/node_modules\//;
    return globSync("**/*", { cwd: ROOT, exclude: (name) => name === "node_modules" || name === ".git" }).filter(
      (file) => !skipped.test(file) && existsSync(inRoot(file)) && /\.[a-z]+$/i.test(file),
    );
  }
}
const tracked = sources();
const text = (file: string): string => readFileSync(inRoot(file), "utf8");

test("every path that a documentation page names exists", () => {
  const pages = tracked.filter((file) => file.endsWith(".md") && !file.startsWith("docs/tables"));
  assert.ok(pages.includes("README.md"));
  const roots = /^(kernel|modules|edition|dashboard|connector|scripts|tests|bench|docs|types|\.ci)\//;
  const missing: string[] = [];
  for (const page of pages) {
    const links = [...text(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = ""]) =>
      join(dirname(page), decodeURI(link)),
    );
    const named = [...text(page).matchAll(/`([\w.@-]+(?:\/[\w.@*<>{},-]+)*\/?)(?:\s[^`]*)?`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => roots.test(name));
    // A pattern or a placeholder names a kind of file.
    for (const path of [...links, ...named]) if (!/[*<>{}]|NNNN/.test(path) && !existsSync(inRoot(path))) missing.push(`${page}: ${path}`);
  }
  assert.deepEqual(missing, []);
});

test("each decision has a number of its own, its page begins with it, and every decision that is named exists", () => {
  const pages = new Map<string, string>();
  for (const file of tracked) {
    const [, number] = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(file) ?? [];
    if (number === undefined) continue;
    assert.equal(pages.get(number), undefined, `${file} has the number of another decision`);
    assert.ok(text(file).startsWith(`# ${number}: `), `${file} does not begin with "# ${number}: "`);
    pages.set(number, file);
  }
  assert.ok(pages.size > 30);
  for (const file of tracked.filter((name) => !BINARY.test(name)))
    for (const [words, number = ""] of text(file).matchAll(/\bdecision (\d{4})\b/gi)) assert.ok(pages.has(number), `${file}: ${words}`);
});

test("every package script and command that the README shows exists", () => {
  const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
  const shown = [...text("README.md").matchAll(/^\s*(?:pnpm|npm) (?:run )?([\w:]+)/gm)].map(([, name = ""]) => name);
  for (const name of shown) assert.ok(name in scripts || ["test", "start", "ci", "install"].includes(name), `pnpm ${name}`);
  for (const [name, command] of Object.entries(scripts))
    for (const [file] of command.matchAll(/scripts\/[\w.-]+/g)) assert.ok(existsSync(inRoot(file)), `${name}: ${file}`);
});

// --- variables ----------------------------------------------------------------

/** Variables read besides the declared ones, each with its reason. */
const WORKER_EXCEPTIONS = [
  "TEST_SCRYPT_LOG_N", // tests hash faster
  "TEST_CHALLENGE_BASE_URL", // tests answer in the place of the challenge service
  "TEST_CRAWLER_BASE_URL", // tests answer in the place of the crawler provider
  "TEST_CRAWLER_PACE", // tests wait less between two pages
  "TEST_HELP_DESK_BASE_URL", // tests read doubles of other help desks
  "TEST_EMAIL_BASE_URL", // tests send to doubles of the mail providers
  "TEST_CHECK_REPLIES", // tests check each answer against its schema
  "LOG_REQUESTS", // benchmarks count round trips and rows
  "SVC_LOCAL_OWNER_LOGIN", // development only: not in a production bundle at all
];
const BINDINGS = [
  ...["DB", "FILES", "JOBS", "CONVERSATIONS", "ASSETS"],
  "PUBLIC_NETWORK", // on an own server: the way to public addresses
];
const SCRIPT_NAMES = [
  "PORT",
  "SEED_DESK_BUILD",
  "CLOUDFLARE_INCLUDE_PROCESS_ENV",
  "CHROMIUM",
  "TMPDIR",
  "PATH",
  "HOME",
  "npm_execpath",
  "npm_config_user_agent",
  "CI",
  "NO_COLOR",
  "FORCE_COLOR",
];

test("every variable that the worker reads is declared", () => {
  const allowed = new Set<string>([...PUBLIC_VARIABLES, ...SECRET_VARIABLES, ...WORKER_EXCEPTIONS, ...BINDINGS]);
  const read = new Map<string, string>();
  for (const file of tracked.filter(
    (f) => /^(kernel|modules|edition)\/.*\.tsx?$/.test(f) && !/\.test\.tsx?$|^kernel\/testing\/|\/(views|client)\//.test(f),
  )) {
    const code = text(file).replaceAll(/import\.meta\.env\??\.\w+/g, "");
    for (const [, a, b] of code.matchAll(/\b(?:env|source|vars)(?:\.|\?\.)?(?:\[["'](\w+)["']\]|([A-Z][A-Z0-9_]+)\b)/g))
      read.set(a ?? b ?? "", file);
    for (const [, name = ""] of code.matchAll(/\b(?:rawValue|validValue|test|aiKey)\("([A-Z][A-Z0-9_]+)"\)/g)) read.set(name, file);
    assert.ok(!/process\.env/.test(code), `${file} reads process.env; the worker's variables come from env`);
  }
  assert.ok(read.has("RATE_LIMITS") && read.has("LOG_REQUESTS"), [...read.keys()].join());
  const unknown = [...read].filter(([name]) => !allowed.has(name)).map(([name, file]) => `${name} in ${file}`);
  assert.deepEqual(unknown, []);
});

test("test-only variables are read only where the product allows doubles", () => {
  assert.equal(
    new Set([...PUBLIC_VARIABLES, ...SECRET_VARIABLES]).size,
    PUBLIC_VARIABLES.length + SECRET_VARIABLES.length,
    "a variable is public or a secret, not both",
  );
  for (const name of WORKER_EXCEPTIONS) assert.ok(!([...PUBLIC_VARIABLES, ...SECRET_VARIABLES] as string[]).includes(name), name);
  const wrangler = text("wrangler.jsonc");
  for (const name of WORKER_EXCEPTIONS) assert.ok(!wrangler.includes(name), `wrangler.jsonc sets ${name}`);
});

test("scripts read only known variables of the shell", () => {
  for (const file of tracked.filter((f) => /^scripts\/.*\.(ts|mjs)$/.test(f))) {
    for (const [, a, b] of text(file).matchAll(/process\.env(?:\[["'](\w+)["']\]|\.(\w+))/g)) {
      const name = a ?? b ?? "";
      assert.ok(SCRIPT_NAMES.includes(name) || /^(SVC|PLATFORM|SEED_DESK)_/.test(name), `${file} reads ${name}`);
    }
  }
});

// --- licence and lock ---------------------------------------------------------

test("the licence is MIT in the file, the package, and the page", () => {
  assert.match(text("LICENSE"), /^MIT License\n/);
  assert.match(text("LICENSE"), /Copyright \(c\) \d{4} \S/);
  assert.equal((JSON.parse(text("package.json")) as { license: string }).license, "MIT");
  assert.match(text("README.md"), /MIT, see \[LICENSE\]\(LICENSE\)/);
});

test("lock files name no registry, and every package is pinned exactly", () => {
  const lock = text("pnpm-lock.yaml");
  assert.equal(/.*(https?:\/\/|tarball:|registry\.).*/.exec(lock)?.[0], undefined);
  for (const file of tracked.filter((f) => f.endsWith("package-lock.json")))
    assert.ok(!/"resolved"/.test(text(file)), `${file} has resolved addresses`);
  for (const file of tracked.filter((f) => /(^|\/)package\.json$/.test(f))) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(text(file)) as Record<string, Record<string, string>>;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      assert.match(version, /^(\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*|npm:.+@\d+\.\d+\.\d+)$/, `${file}: ${name} ${version}`);
  }
  assert.ok(!tracked.includes(".npmrc") || !/registry/.test(text(".npmrc")));
});

test("no committed file names a local path, a private registry, or a private variable file", () => {
  const machine = new RegExp(["/home/\\w", "/Users/\\w", `/${"work"}/`, `/${"root"}/`, "C:\\\\Users", `/${"tmp"}/(?!\\w*\\$)`].join("|"));
  for (const file of tracked.filter((f) => !BINARY.test(f))) {
    const found = text(file)
      .split("\n")
      .findIndex((line) => machine.test(line));
    assert.equal(found, -1, `${file}:${found + 1}`);
  }
  assert.deepEqual(
    tracked.filter((f) => /(^|\/)\.dev\.vars|\.pem$|\.sqlite$|(^|\/)\.env(\.|$)/.test(f)),
    [],
  );
});

test("no committed text looks like a secret or a debugging leftover", () => {
  const secret = /sk-[A-Za-z0-9]{20,}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|ghp_[A-Za-z0-9]{30,}|xox[bp]-\d/;
  const left = new RegExp(`\\b${"debug"}ger;|\\btest\\.only\\(|\\bdescribe\\.only\\(|<<<<<<< |>>>>>>> `);
  for (const file of tracked.filter((f) => !BINARY.test(f) && f !== "pnpm-lock.yaml")) {
    assert.ok(!secret.test(text(file)), `${file} holds something like a secret`);
    if (/\.(ts|tsx|mjs)$/.test(file) && !file.endsWith("sources.test.ts")) assert.ok(!left.test(text(file)), `${file} has a leftover`);
  }
});

const serverFiles = tracked.filter((f) => /^(kernel|modules|edition)\/.*\.ts$/.test(f) && !/\.test\.ts$|\/(views|client)\//.test(f));

test("no statement pages by OFFSET", () => {
  for (const file of serverFiles) assert.ok(!/\bOFFSET\b/.test(text(file)), `${file} uses OFFSET`);
});

test("no statement deletes conversation events, because the newest one is the project's head", () => {
  for (const file of serverFiles) assert.ok(!/DELETE\s+FROM\s+conversation_events/i.test(text(file)), `${file} deletes events`);
});
