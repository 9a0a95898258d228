// What the connector says about itself and the computer.
import { arch, hostname, release, type } from "node:os";
import { readFileSync } from "node:fs";

/** Replaced by the version of package.json when the connector is bundled. */
declare const __CONNECTOR_VERSION__: string | undefined;
const fromPackage = (): string =>
  (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version;

export const VERSION: string = typeof __CONNECTOR_VERSION__ === "string" ? __CONNECTOR_VERSION__ : fromPackage();

const SYSTEMS: Readonly<Record<string, string>> = { Darwin: "macOS (Darwin)", Windows_NT: "Windows" };
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 80);
/** Such as `Linux 6.8.0 x64`. */
export const systemName = (): string => oneLine(`${SYSTEMS[type()] ?? type()} ${release()} ${arch()}`);
/** What the computer is called if the person gives it no other name. */
export const machineName = (): string => oneLine(hostname()) || "A computer";
