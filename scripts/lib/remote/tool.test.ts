import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, runBin } from "../children.ts";
import { errorOutput } from "./tool.ts";

const redact = (text: string): string => text.replaceAll("secret-value", "<NAME>");

test("only the output of the tool from its first error on is shown, shortened and without values", () => {
  expect(errorOutput('env.LEAD_MODEL ("gpt-4 sho...")\n\u001B[31m✘ [ERROR] no secret-value\u001B[0m\n', redact)).toBe(
    "✘ [ERROR] no <NAME>",
  );
  expect(errorOutput(`[ERROR] ${"x".repeat(5000)} the cause`, redact)).toMatch(/^x{1990}the cause$|^x+ the cause$/);
});

test("the output of a tool without an error is not shown", () => {
  expect(errorOutput('env.LEAD_MODEL ("gpt-4 sho...")\nUploading /desk/dist', redact)).toBe("");
});

test("the tool and the build run with this Node, even if the PATH has another one first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-path-"));
  writeFileSync(join(folder, "node"), "#!/bin/sh\necho an old node >&2\nexit 1\n", { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env["PATH"]}` };
  for (const name of ["vite", "wrangler"]) expect(await runBin(name, ["--version"], { env })).toMatchObject({ ok: true });
  rmSync(folder, { recursive: true });
}, 30_000);

test("the result of a child process says how it ended, also at the time limit", async () => {
  expect((await run("sh", ["-c", "exit 3"])).end).toBe("exit code 3");
  expect((await run("sh", ["-c", "kill -9 $$"])).end).toBe("SIGKILL");
  expect(await run("sleep", ["60"], { limitMs: 50 })).toMatchObject({ ok: false, end: "no end within 0.05 s" });
});
