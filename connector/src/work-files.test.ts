import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withLeftOut } from "./report-text.ts";
import { collectOutput, OUTPUT, safeNames } from "./work-files.ts";

test("names of customers become plain names that lead nowhere, and no two are the same", () => {
  expect(
    safeNames([
      ...["invoice.pdf", "../../etc/passwd", "C:\\Windows\\cmd.exe", "-rf", ".bashrc", "..", "", "a\u0000b\u202etxt.exe", "a\nb"],
      ...["Invoice.PDF", "invoice.pdf", "$(touch x)`y`", " spaced . ", "~", "e\u0301.txt", "\u00e9.txt", "\ud800"],
    ]),
  ).toEqual([
    ...["invoice.pdf", "passwd", "cmd.exe", "rf", "bashrc", "file", "file (2)", "a_b_txt.exe", "a_b"],
    ...["Invoice (2).PDF", "invoice (3).pdf", "_(touch x)_y_", "spaced", "~", "\u00e9.txt", "\u00e9 (2).txt", "\ufffd"],
  ]);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 400 }), { maxLength: 6 }), (names) => {
      const safe = safeNames(names);
      expect(safe).toHaveLength(names.length);
      for (const name of safe) {
        expect([basename(name), resolve("/srv/files", name)]).toEqual([name, `/srv/files/${name}`]);
        expect(name).not.toMatch(/^[-.\s]|[\p{Cc}\p{Cf}/\\]/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }
      expect(new Set(safe.map((name) => name.normalize("NFKC").toLowerCase())).size).toBe(names.length);
    }),
    { numRuns: 25 },
  );
});

test("of what a program leaves only files are taken: no link, no folder, no pipe, nothing empty or too large, ten at most", () => {
  const place = mkdtempSync(join(tmpdir(), "seed-desk-output-"));
  const output = join(place, OUTPUT);
  try {
    expect(collectOutput(place, 1000)).toEqual({ files: [], leftOut: [] });
    mkdirSync(join(output, "folder"), { recursive: true });
    writeFileSync(join(place, "secret"), "secret");
    symlinkSync(join(place, "secret"), join(output, "link"));
    expect(spawnSync("mkfifo", [join(output, "pipe")]).status).toBe(0);
    writeFileSync(join(output, "empty"), "");
    writeFileSync(join(output, "large"), Buffer.alloc(900));
    writeFileSync(join(output, "one.csv"), "1,2");
    writeFileSync(join(output, "tail\u001b[2J"), Buffer.alloc(200));
    const { files, leftOut } = collectOutput(place, 1000);
    expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ["large", 900],
      ["one.csv", 3],
    ]);
    expect(leftOut).toEqual([
      ...["empty: empty", "folder: not a file", "link: not a file that can be read", "pipe: not a file"],
      "tail_[2J: more than the configuration allows together, 1000 bytes",
    ]);
    for (let i = 0; i < 12; i += 1) writeFileSync(join(output, `a${String(i).padStart(2, "0")}`), "x");
    const many = collectOutput(place, 1000);
    expect([many.files.length, many.leftOut[0]]).toEqual([10, "a10: a report has 10 files at most"]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test("a report says what was left out, however long it is", () => {
  expect(withLeftOut("Done.", [])).toBe("Done.");
  const lines = Array.from({ length: 12 }, (_, i) => `file${i}: empty`);
  const long = withLeftOut("x".repeat(15_000), lines);
  expect(long).toHaveLength(15_000);
  expect(long).toMatch(/\nfile9: empty\nand 2 more\]$/);
});
