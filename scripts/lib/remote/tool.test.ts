import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, runBin } from "../children.ts";
import { complaint } from "./tool.ts";

const redact = (text: string): string => text.replaceAll("secret-value", "<NAME>");

test("only what the tool says from its first error on is passed on, its end, without values", () => {
  expect(complaint('env.LEAD_MODEL ("gpt-4 sho...")\n\u001B[31m✘ [ERROR] no secret-value\u001B[0m\n', redact)).toBe("✘ [ERROR] no <NAME>");
  expect(complaint(`[ERROR] ${"x".repeat(5000)} the cause`, redact)).toMatch(/^x{1990}the cause$|^x+ the cause$/);
});

test("a tool that ends without an error shows nothing of what it printed", () => {
  expect(complaint('env.LEAD_MODEL ("gpt-4 sho...")\nUploading /desk/dist', redact)).toBe("");
});

test("the tool and the build run under this very Node, whatever the PATH finds first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-path-"));
  writeFileSync(join(folder, "node"), "#!/bin/sh\necho an old node >&2\nexit 1\n", { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env["PATH"]}` };
  for (const name of ["vite", "wrangler"]) expect(await runBin(name, ["--version"], { env })).toMatchObject({ ok: true });
  rmSync(folder, { recursive: true });
}, 30_000);

test("how a child ended is told, also when it takes too long", async () => {
  expect((await run("sh", ["-c", "exit 3"])).end).toBe("exit code 3");
  expect((await run("sh", ["-c", "kill -9 $$"])).end).toBe("SIGKILL");
  expect(await run("sleep", ["60"], { limitMs: 50 })).toMatchObject({ ok: false, end: "no end within 0.05 s" });
});
