import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inRoot } from "../paths.ts";

/** A script that writes the secrets file and then runs `meanwhile` while the file exists. */
const script = (folder: string, meanwhile: string): string => `
  import { orExit, stopOnSignals } from ${JSON.stringify(inRoot("scripts/lib/children.ts"))};
  import { withSecretsFile } from ${JSON.stringify(inRoot("scripts/lib/remote/files.ts"))};
  stopOnSignals();
  await orExit(withSecretsFile(${JSON.stringify(folder)}, { OPENAI_API_KEY: "s" }, async () => { process.stdout.write("there"); ${meanwhile} }));
`;
const STAY = "await new Promise((done) => setTimeout(done, 30_000));";

interface Ending {
  readonly how: string;
  readonly meanwhile: string;
  readonly code: number;
  readonly signal?: NodeJS.Signals;
}
const ENDINGS: readonly Ending[] = [
  { how: "the work has finished", meanwhile: "", code: 0 },
  { how: "an error", meanwhile: 'throw new Error("no");', code: 1 },
  { how: "an uncaught error", meanwhile: `setTimeout(() => { throw new Error("no"); }); ${STAY}`, code: 1 },
  { how: "an unhandled rejection", meanwhile: `void Promise.reject(new Error("no")); ${STAY}`, code: 1 },
  { how: "process.exit", meanwhile: "process.exit(7);", code: 7 },
  ...(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const).map((signal) => ({ how: signal, meanwhile: STAY, code: 130, signal })),
];

test.concurrent.each(ENDINGS)("the secrets file is removed after $how", async ({ meanwhile, code, signal }) => {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-secrets-"));
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script(folder, meanwhile)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((done) => child.once("close", done));
  await new Promise((done) => child.stdout.once("data", done));
  if (signal !== undefined) {
    const [file = ""] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, file), "utf8")).toBe('{"OPENAI_API_KEY":"s"}');
    child.kill(signal);
  }
  expect(await ended).toBe(code);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("a private file is not replaced by a partial one when the disk is full", () => {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-full-"));
  const file = join(folder, "wrangler.json");
  writeFileSync(file, "before");
  // A limit on file size simulates a full disk: in both cases the system writes only the part that fits.
  const write = `import { writePrivate } from ${JSON.stringify(inRoot("scripts/lib/remote/files.ts"))};
    process.on("SIGXFSZ", () => undefined);
    writePrivate(${JSON.stringify(file)}, "x".repeat(100_000));`;
  const args = ["-c", 'ulimit -f 16; exec "$0" --input-type=module-typescript -e "$1"', process.execPath, write];
  const { status, stderr } = spawnSync("sh", args, { encoding: "utf8", env: { PATH: process.env["PATH"] } });
  expect([status, stderr]).toEqual([1, expect.stringContaining("EFBIG")]);
  expect(readFileSync(file, "utf8")).toBe("before");
  rmSync(folder, { recursive: true });
});
