// The delivery artifact depends on the commit alone: builds in two folders at two times have the same bytes, whatever the file order, and
// contain nothing private.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, test } from "vitest";
import { gzipOf, tarOf } from "../../scripts/lib/archive/tar.ts";
import { filesBelow } from "../../scripts/lib/content-hash.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { copyOfCheckout, copyOfFiles, git, withoutGit } from "../support/checkout.ts";
import { type Member, untar } from "../support/tar.ts";

const skip = withoutGit();
const CANARY = "canary-7f3c0e5b9a";

interface BuildResult {
  readonly status: number | null;
  readonly stderr: string;
  readonly lines: readonly (readonly [hash: string, file: string])[];
}
function make(folder: string, zone = "UTC", umask = "022"): BuildResult {
  const out = join(folder, ".generated/out");
  const command = `umask ${umask}; exec "${process.execPath}" scripts/build-delivery-artifact.mjs --out "${out}"`;
  const env = { ...process.env, TZ: zone, SVC_SETUP_TOKEN: `${CANARY}-environment`, PLATFORM_API_TOKEN: `${CANARY}-token` };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, env, encoding: "utf8" });
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("  ") as [string, string]);
  return { status, stderr: stderr, lines };
}

type Files = ReadonlyMap<string, Buffer>;

/** What was built in a checkout, but for the files that are its own. */
const builtIn = (folder: string): Files =>
  new Map(
    filesBelow(join(folder, "dist"))
      .map((file) => [relative(folder, file), readFileSync(file)] as const)
      .filter(([path]) => path !== "dist/.built" && path !== "dist/server/wrangler.json"),
  );

/**
 * Where two builds differ, undefined if they don't. Names contain a hash of the file, and files name one another, so that a single
 * difference is in many of them; what is told is those beyond the hashes.
 */
function whereTheyDiffer(own: Files, other: Files): string | undefined {
  const paths = [...own.keys()].toSorted();
  const isSame =
    paths.join("\n") === [...other.keys()].toSorted().join("\n") && paths.every((path) => own.get(path)?.equals(other.get(path) as Buffer));
  if (isSame) return undefined;
  const plain = (text: string): string => text.replaceAll(/-[\w-]{8}(?=\.(?:js|css)\b)/g, "");
  const plainly = (files: Files): Map<string, string[]> =>
    new Map(
      [...Map.groupBy(files, ([path]) => plain(path))].map(([path, same]) => [
        path,
        same.map(([, bytes]) => plain(bytes.toString("latin1"))),
      ]),
    );
  const others = plainly(other);
  const lines = [...plainly(own)].flatMap(([path, contents]) => {
    const theirs = others.get(path) ?? [];
    const unlike = theirs.filter((content) => !contents.includes(content));
    return contents
      .filter((content) => !theirs.includes(content))
      .map((content, i) => {
        const against = unlike[i] ?? "";
        const at = Math.max(
          [...content].findIndex((letter, place) => letter !== against[place]),
          0,
        );
        const around = (text: string): string => text.slice(Math.max(0, at - 120), at + 240);
        return `${path} at ${at}:\n  - ${around(content)}\n  + ${around(against)}`;
      });
  });
  return `The builds differ in ${lines.length} files beyond the hashes in names:\n${lines.slice(0, 5).join("\n")}`;
}

/** Writes the members without the archive's top folder. */
function unpack(members: readonly Member[], folder: string): void {
  for (const { path, bytes } of members) {
    const file = join(folder, path.replace(/^[^/]+\//, ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

describe("a delivery artifact", { skip: skip !== false }, () => {
  let folder = "";
  let made: BuildResult;
  let packed: Buffer;
  let members: Member[];

  beforeAll(() => {
    folder = copyOfCheckout();
    mkdirSync(join(folder, ".seed/deployment/desk"), { recursive: true });
    writeFileSync(join(folder, ".dev.vars"), `SVC_SETUP_TOKEN=${CANARY}-dev-vars\n`);
    writeFileSync(join(folder, ".seed/deployment/desk/wrangler.json"), `{"name":"${CANARY}-seed"}`);
    // Git does not report these: one file is ignored, the other marked as unchanged.
    writeFileSync(join(folder, ".git/info/exclude"), "node_modules\nstray.txt\n");
    writeFileSync(join(folder, "edition/public/stray.txt"), `${CANARY}-ignored`);
    git(folder, "update-index", "--skip-worktree", "dashboard/index.html");
    appendFileSync(join(folder, "dashboard/index.html"), `<!-- ${CANARY}-unseen -->`);
    made = make(folder, "Pacific/Auckland", "077");
    assert.equal(made.status, 0, made.stderr);
    packed = readFileSync(made.lines[0]?.[1] ?? "");
    members = untar(gunzipSync(packed));
  }, 900_000); // Two builds, which take minutes beside other work.
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("holds the same build that this checkout made at another time in another folder, and matches the printed hash", (t) => {
    const there = new Map(
      members.map(({ path, bytes }) => [path.replace(/^[^/]+\//, ""), bytes] as const).filter(([path]) => path.startsWith("dist/")),
    );
    const difference = whereTheyDiffer(builtIn(ROOT), there);
    // The artifact is what two builds agree on, but this checkout was built once: it may be the odd one (scripts/lib/archive/agreed.ts).
    if (difference !== undefined) {
      void t.annotate(`This checkout's own build is another one. ${difference}`);
      process.stderr.write(`${difference}\n`);
      const copy = copyOfFiles();
      try {
        const { status, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], { cwd: copy, encoding: "utf8" });
        assert.equal(status, 0, stderr);
        assert.equal(whereTheyDiffer(builtIn(copy), there), undefined);
      } finally {
        rmSync(copy, { recursive: true, force: true });
      }
    }
    assert.equal(made.lines.length, 2);
    for (const [hash, file] of made.lines) {
      const bytes = readFileSync(file);
      assert.equal(createHash("sha256").update(bytes).digest("hex"), hash);
      void t.annotate(`${hash} ${bytes.length.toLocaleString("en")} bytes`);
    }
  });

  test("depends on names, contents, and modes alone: repacked in another order it has the same bytes", () => {
    const again = members.map(({ path, bytes, mode }) => ({ path, bytes, executable: mode === 0o755 })).reverse();
    assert.ok(gzipOf(tarOf(again)).equals(packed));
  });

  test("has root's ids, modes 0644 or 0755, one timestamp, and every file once in order; so does the connector's download", () => {
    const connector = untar(gunzipSync(readFileSync(made.lines[1]?.[1] ?? "")));
    for (const list of [members, connector]) {
      const paths = list.map(({ path }) => path);
      assert.deepEqual(paths, [...new Set(paths)].sort());
      for (const { path, mode, owner, time, type } of list) {
        assert.ok(mode === 0o644 || mode === 0o755, `${path} ${mode.toString(8)}`);
        assert.deepEqual([...owner, time, type], [0, 0, "", "", 315_532_800, "0"], path);
      }
    }
    assert.ok(connector.some(({ path, mode }) => /^seed-desk-connector-[\d.]+\/seed-desk-connector\.mjs$/.test(path) && mode === 0o755));
    assert.ok(connector.some(({ path }) => path.endsWith("/LICENSE")));
    assert.deepEqual([packed.readUInt32LE(4), packed[9]], [0, 255]);
  });

  test("holds the commit and its build and nothing private: no variables, target, emitted configuration, or local path", () => {
    const paths = members.map(({ path }) => path.replace(/^[^/]+\//, ""));
    const committed = git(folder, "ls-files").trim().split("\n");
    for (const file of committed) assert.ok(paths.includes(file), file);
    assert.ok(paths.includes("dist/server/index.js") && paths.includes("dist/client/widget.js"), "the build is in it");
    for (const path of paths)
      assert.doesNotMatch(
        path,
        /(^|\/)(\.dev\.vars|\.seed|\.wrangler|node_modules|\.git)(\/|$)|dist\/server\/wrangler\.json|^dist\/\.built/,
      );
    assert.ok(!paths.some((path) => path.endsWith("stray.txt")));
    for (const secret of [CANARY, folder, "seed-desk-delivery-"]) {
      const hit = members.find(
        ({ bytes, path }) => bytes.includes(secret) && !/(tests\/delivery\/artifact\.test|scripts\/lib\/archive\/deliver)\.ts$/.test(path),
      );
      assert.equal(hit?.path, undefined, secret);
    }
  });

  test("unpacks into a checkout whose descriptor is valid", () => {
    const unpacked = join(folder, ".generated/unpacked");
    unpack(members, unpacked);
    symlinkSync(join(folder, "node_modules"), join(unpacked, "node_modules"));
    const { status, stderr } = spawnSync(process.execPath, ["scripts/operations.mjs", "check"], { cwd: unpacked, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const nested = make(unpacked);
    assert.equal(nested.status, 1);
    assert.match(nested.stderr, /this folder belongs to the repository/);
  });

  test("contains the connector as a separate download that runs where it is unpacked", () => {
    const download = members.find(({ path }) => /\/downloads\/seed-desk-connector-[\d.]+\.tgz$/.test(path)) ?? assert.fail();
    const unpacked = join(folder, ".generated/connector");
    unpack(untar(gunzipSync(download.bytes)), unpacked);
    const { stdout } = spawnSync(process.execPath, [join(unpacked, "seed-desk-connector.mjs"), "--version"], { encoding: "utf8" });
    assert.match(stdout, /^seed-desk-connector \d+\.\d+\.\d+\n$/);
  });

  test("is refused with a changed file, a link in the connector's folder, or a committed link, and nothing is written", () => {
    rmSync(join(folder, ".generated/out"), { recursive: true });
    const refused = (): string => {
      const { status, stderr: said } = make(folder);
      assert.equal(status, 1, said);
      assert.throws(() => readdirSync(join(folder, ".generated/out")));
      return said;
    };
    writeFileSync(join(folder, "README.md"), "changed\n");
    assert.match(refused(), /not as committed:\n\s?M README\.md/);
    git(folder, "checkout", "-q", "README.md");
    symlinkSync("/etc/hostname", join(folder, "connector/src/host.txt"));
    assert.match(refused(), /connector\/src\/host\.txt: a symbolic link in the connector is refused/);
    git(folder, "add", "-A");
    git(folder, "commit", "-q", "-m", "A link");
    assert.match(refused(), /connector\/src\/host\.txt: a symbolic link in the connector is refused/);
    git(folder, "mv", "connector/src/host.txt", "docs/host.txt");
    git(folder, "commit", "-q", "-m", "A link elsewhere");
    assert.match(refused(), /docs\/host\.txt: a symbolic link or submodule cannot be delivered/);
  });
});
