// Checks every version of the migration lock that main had: changing an entry together with its file would leave no other trace. A branch
// may still change the migration that it adds.
import assert from "node:assert/strict";
import { test } from "vitest";
import { sha256 } from "../../scripts/lib/content-hash.ts";
import { type Lock, type Locked, readLock } from "../../scripts/lib/migrations.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { git, withoutGit } from "../support/checkout.ts";

/**
 * Changed once, before the first release: docs/guides/upgrade.md. 0186 and 0400 in the same piece of work that added them, before anybody
 * had them.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "0105_event_times.sql": ["59d52d48ac65a3aea6c4709bf617bc106b25b87583866d6efbab08d24f0d1d2c"],
  "0186_assistant.sql": ["6ccbfb226a9786c59f1daf8adb0f0475a6eb1dd1ae915f99f86c809c0332db48"],
  "0400_leads.sql": [
    "a259b7a45a20e488a822584d2004df1593c081b4fdfc8805f720a81016dcf3ca",
    "ea3bf38eaa6fc3979188b4c8748c37be0802de3077e5ffcf5943e36d50130c98",
  ],
};

function commits(): string[] {
  try {
    return git(ROOT, "log", "--first-parent", "--format=%H", "--", "migrations.lock.json").split("\n").filter(Boolean);
  } catch {
    return []; // no repository, as in an unpacked artifact
  }
}
const history = withoutGit() === false ? commits() : [];
const skip = history.length === 0 ? "this folder has no history" : false;

const lockAt = (commit: string): [file: string, entry: Locked][] =>
  Object.entries(JSON.parse(git(ROOT, "show", `${commit}:migrations.lock.json`)) as Lock);

test("no committed lock entry is ever changed or removed", (t) => {
  t.skip(skip !== false, String(skip));
  const now = readLock();
  for (const commit of history) {
    for (const [file, entry] of lockAt(commit))
      if (EXCEPTIONS[file]?.includes(entry.sha256) !== true) {
        // A file may move when its module is split; its text is what was released.
        const { owner: _, ...locked } = entry;
        const { owner, ...kept } = now[file] ?? {};
        assert.deepEqual(kept, locked, `${file}, as locked in ${commit.slice(0, 12)}`);
        assert.ok(owner !== undefined, file);
      }
  }
});

test("the hashes of the committed lock are those of the committed files", (t) => {
  t.skip(skip !== false, String(skip));
  for (const [file, { owner, sha256: locked }] of lockAt("HEAD")) {
    const folder = owner === "edition" ? owner : `modules/${owner}`;
    assert.equal(sha256(git(ROOT, "show", `HEAD:${folder}/migrations/${file}`)), locked, file);
  }
});
