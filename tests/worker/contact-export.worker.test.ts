// Exports of contacts as CSV: every page, formulas, filters, the audit log; and importing the same file changes nothing.
import { expect, test } from "vitest";
import { type ContactImports, importWorld, utf8 } from "./contact-imports-kit.ts";

async function download({ world }: ContactImports, query = ""): Promise<{ status: number; text: string }> {
  const path = `/api/management/projects/${world.projectId}/contacts.csv${query}`;
  const response = await world.response(new Request(`http://localhost:8787${path}`, { headers: { cookie: world.cookie } }));
  // A decoder would take the byte order mark away.
  return { status: response.status, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await response.arrayBuffer()) };
}
const stored = ({ world }: ContactImports): Promise<unknown[]> =>
  world.rows(
    "SELECT id, name, email, email_verified, identifier, attributes, state FROM contacts WHERE project_id = ? ORDER BY id",
    world.projectId,
  );

test("an export has every contact once, guards formulas, and changes nothing when it is imported", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.attribute("plan", "text");
  await imports.attribute("name", "text");
  await imports.attribute("seats", "number");
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1050)
     INSERT INTO contacts (id, project_id, name, email, words_made, attributes, created_at)
     SELECT 'con_' || printf('%026d', i), '${world.projectId}', 'Person ' || i, 'p' || (i / 2) || '@a.example', 1, '{"plan":"' || i || '"}', i FROM n`,
  );
  const odd = ["=cmd|'/C calc'!A0", "'=1", "''+4", '"quoted", with; all', "Zoë\u00a0 Ω", "-1"];
  for (const [at, name] of odd.entries())
    await world.rows(
      `INSERT INTO contacts (id, project_id, name, email, words_made, attributes, created_at) VALUES (?, ?, ?, ?, 1, ?, 1)`,
      ...[
        `con_add${String(at).padStart(23, "0")}`,
        world.projectId,
        name,
        `odd${at}@a.example`,
        JSON.stringify({ plan: name, name: "x", seats: "-5" }),
      ],
    );
  await world.visitor();
  const company = await world.as(`/api/dashboard/projects/${world.projectId}/companies`, {
    body: { clientId: crypto.randomUUID(), name: "+Acme", domains: ["a.example"] },
  });
  expect(company.status).toBe(201);
  const { status, text } = await download(imports);
  expect(status).toBe(200);
  expect(text.startsWith('\ufeff"Contact ID","Name","Email","Email verified","External ID","Company",')).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(1 + 1050 + odd.length + 1 + 1);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(lines.length);
  expect(text).toContain(`"'=cmd|'/C calc'!A0"`);
  expect(text).not.toMatch(/(^|,)"[=+@-]/m);
  const log = await world.rows<{ action: string; detail: string }>(
    "SELECT action, detail FROM audit_log WHERE project_id = ? AND action LIKE 'contacts.export%' ORDER BY action DESC",
    world.projectId,
  );
  expect(log.map(({ action, detail }) => [action, (JSON.parse(detail) as { count: string }).count])).toEqual([
    ["contacts.exported", String(1050 + odd.length + 1)],
    ["contacts.export_started", "1000"],
  ]);
  const before = await stored(imports);
  for (const existing of ["overwrite", "fill"]) {
    const run = await imports.import(utf8(text), { existing });
    expect((await imports.report(run.id)).filter(({ outcome }) => outcome === "updated" || outcome === "created")).toEqual([]);
    expect(run.counts).toMatchObject({ created: 0, updated: 0, skipped: 0 });
    expect(await stored(imports)).toEqual(before);
  }
});

test("an export follows the filters of the list and the columns that are chosen", async () => {
  const imports = await importWorld();
  await imports.attribute("plan", "text");
  await imports.import("Name,Email,Plan,External ID\nA,a@x.example,gold,7\nB,b@x.example,silver,8\n");
  expect((await download(imports, "?columns=email,name,external_id&attribute=plan&value=gold")).text).toBe(
    '\ufeff"Name","Email","External ID"\r\n"A","a@x.example","7"\r\n',
  );
  expect((await download(imports, "?columns=email&hidden=1")).text).toBe('\ufeff"Email"\r\n');
  expect((await download(imports, "?columns=password")).status).toBe(400);
  expect((await download(imports, "?q=a&address=proved")).status).toBe(400);
});
