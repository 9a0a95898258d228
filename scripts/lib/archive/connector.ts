// Packs the connector's download: an npm package with one bundled file, the same bytes for the same sources on any machine.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { sha256 } from "../content-hash.ts";
import { inRoot, ROOT } from "../paths.ts";
import { gzipOf, tarOf } from "./tar.ts";

/** The bundled command; npm links it by the name in `bin`. */
export const COMMAND_FILE = "seed-desk-connector.mjs";

/** Refuses symbolic links in the connector's folder, which would be followed on the computer of whoever unpacks the download. */
export function refuseLinks(folder = inRoot("connector")): void {
  for (const name of readdirSync(folder)) {
    if (name === "node_modules") continue; // never in an archive
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isSymbolicLink()) throw new Error(`${relative(ROOT, path)}: a symbolic link in the connector is refused`);
    if (found.isDirectory()) refuseLinks(path);
  }
}

/** Packs the bundle that is in `folder` into `downloads/`, with a file of its SHA-256 beside it, and removes the bundle. */
export function packConnector(folder: string, downloads: string): void {
  refuseLinks();
  const { name, version, description, license, type, engines } = JSON.parse(
    readFileSync(inRoot("connector/package.json"), "utf8"),
  ) as Record<string, unknown>;
  const manifest = { name, version, description, license, type, bin: { "seed-desk-connector": COMMAND_FILE }, engines };
  const packed = `seed-desk-connector-${String(version)}`;
  const archive = gzipOf(
    tarOf([
      // npm takes the first folder of a package away, whatever it is called.
      { path: `${packed}/package.json`, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
      { path: `${packed}/${COMMAND_FILE}`, bytes: readFileSync(join(folder, COMMAND_FILE)), executable: true },
      { path: `${packed}/README.md`, bytes: readFileSync(inRoot("connector/README.md")) },
      { path: `${packed}/LICENSE`, bytes: readFileSync(inRoot("LICENSE")) },
      // The one package that is bundled, which asks for its notice.
      { path: `${packed}/LICENSE-valibot.md`, bytes: readFileSync(inRoot("node_modules/valibot/LICENSE.md")) },
    ]),
  );
  mkdirSync(downloads, { recursive: true });
  writeFileSync(join(downloads, `${packed}.tgz`), archive);
  // As `sha256sum --check` reads it.
  writeFileSync(join(downloads, `${packed}.tgz.sha256`), `${sha256(archive)}  ${packed}.tgz\n`);
  rmSync(folder, { recursive: true, force: true });
}
