// Writes tar archives whose bytes depend only on names and contents: no owner, clock or file order of this machine gets in. Written here
// instead of using a package, because the artifact guarantees exactly these header bytes.
import { gzipSync } from "node:zlib";

export interface Entry {
  /** Relative path, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

const BLOCK = 512;
/** 1980-01-01T00:00:00Z in seconds: the earliest time that every archive format supports. */
const FIXED_TIME = 315_532_800;
/** The operating system byte of the gzip header: unknown on every machine. */
const OS_BYTE = { at: 9, unknown: 255 };

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** Splits a path for ustar, which stores 100 bytes of name and 155 of prefix. */
function splitName(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: "" };
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return { name, prefix };
  }
  throw new Error(`${path}: too long a path for the archive`);
}

function header({ path, bytes, executable }: Entry): Buffer {
  const { name, prefix } = splitName(path);
  const block = Buffer.alloc(BLOCK);
  const write = (text: string, at: number): void => void block.write(text, at, "utf8");
  write(name, 0);
  write(octal(executable ? 0o755 : 0o644, 8), 100);
  write(octal(0, 8), 108); // owner and group: root, by number only
  write(octal(0, 8), 116);
  write(octal(bytes.length, 12), 124);
  write(octal(FIXED_TIME, 12), 136);
  write(" ".repeat(8), 148);
  write("0", 156); // a file
  write("ustar\0" + "00", 257);
  write(octal(0, 8), 329);
  write(octal(0, 8), 337);
  write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

const padding = (length: number): Buffer => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

/** The archive of these files, sorted by path. Refuses a path that is duplicate, absolute, too long, or leaves the archive. */
export function tarOf(entries: readonly Entry[]): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const [i, { path }] of sorted.entries()) {
    if (path === sorted[i + 1]?.path) throw new Error(`${path}: twice in the archive`);
    if (path.startsWith("/") || path.split("/").includes("..") || path.includes("\\")) throw new Error(`${path}: no path of an archive`);
  }
  const parts = sorted.flatMap((entry) => [header(entry), entry.bytes, padding(entry.bytes.length)]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** Compresses without time and operating system, so that the same Node version gives the same bytes. */
export function gzipOf(bytes: Uint8Array): Buffer {
  const packed = gzipSync(bytes, { level: 9 });
  packed.writeUInt32LE(0, 4);
  packed[OS_BYTE.at] = OS_BYTE.unknown;
  return packed;
}
