// Measures the size of every module: product code without tests, stories, and fixtures.
import { globSync, readFileSync } from "node:fs";
import { inRoot } from "../scripts/lib/paths.ts";

export interface Size {
  readonly lines: number;
  readonly files: number;
}
const NO_PRODUCT = /\.(test|stories|fixtures)\.tsx?$/;

/** The size of every module, by its name. */
export function moduleSizes(): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const path of globSync("modules/*/**/*.{ts,tsx,css}", { cwd: inRoot() })) {
    const [, name = ""] = path.replaceAll("\\", "/").split("/");
    if (NO_PRODUCT.test(path)) continue;
    const { lines, files } = sizes.get(name) ?? { lines: 0, files: 0 };
    sizes.set(name, { lines: lines + readFileSync(inRoot(path), "utf8").split("\n").length - 1, files: files + 1 });
  }
  return sizes;
}
