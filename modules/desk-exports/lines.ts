// Reads lines of a file that was uploaded in pieces: never more of it at once than a line and a window.
import type { Ctx } from "#kernel/module/index.ts";
import type { Fault, FileKind } from "./contract.ts";

/** Bytes that are read at once. */
const WINDOW = 1024 * 1024;
/** Bytes of a line: a ticket with a thousand long messages is smaller. */
export const MAX_LINE = 8 * 1024 * 1024;

/** Where a line begins. `line`: its number, from 1. */
export interface LinePlace {
  readonly piece: number;
  readonly at: number;
  readonly line: number;
}
export interface Line extends LinePlace {
  /** Bytes, without the end of the line. */
  readonly size: number;
  readonly text: string;
  readonly isLast: boolean;
  /** Where the next one begins. */
  readonly next: LinePlace;
}
export const BEGINNING: LinePlace = { piece: 0, at: 0, line: 1 };
/** A file of an export, with its pieces in their order. */
export interface ExportFile {
  readonly kind: FileKind;
  readonly pieces: readonly { readonly size: number; readonly key: string }[];
}
export class LineFault extends Error {
  readonly fault: Pick<Fault, "code" | "line">;
  constructor(code: Fault["code"], line: number) {
    super(`line ${line}: ${code}`);
    this.fault = { code, line };
  }
}
type FilesCtx = Pick<Ctx, "env">;
async function windowOf(ctx: FilesCtx, file: ExportFile, piece: number, offset: number, length: number): Promise<Uint8Array> {
  const object = await ctx.env.FILES.get(file.pieces[piece]?.key ?? "", { range: { offset, length } });
  if (object === null) throw new LineFault("incomplete", 1);
  return new Uint8Array(await object.arrayBuffer());
}
const decode = (parts: readonly Uint8Array[], line: number): string => {
  const bytes = new Uint8Array(parts.reduce((sum, one) => sum + one.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LineFault("not_text", line);
  }
};

/** The lines from a place on. Throws `LineFault`. */
export async function* linesFrom(ctx: FilesCtx, file: ExportFile, from: LinePlace): AsyncGenerator<Line> {
  let start = from;
  let parts: Uint8Array[] = [];
  let size = 0;
  for (let piece = from.piece; piece < file.pieces.length; piece += 1) {
    const whole = file.pieces[piece]?.size ?? 0;
    for (let offset = piece === from.piece ? from.at : 0; offset < whole; offset += WINDOW) {
      const bytes = await windowOf(ctx, file, piece, offset, Math.min(WINDOW, whole - offset));
      for (let pos = 0; pos < bytes.byteLength;) {
        const end = bytes.indexOf(10, pos);
        const part = bytes.subarray(pos, end < 0 ? bytes.byteLength : end);
        parts.push(part);
        size += part.byteLength;
        if (size > MAX_LINE) throw new LineFault("too_long", start.line);
        if (end < 0) break;
        const next = { piece, at: offset + end + 1, line: start.line + 1 };
        yield { ...start, size, text: decode(parts, start.line), isLast: false, next };
        [start, parts, size, pos] = [next, [], 0, end + 1];
      }
    }
  }
  if (size > 0) {
    const next = { piece: file.pieces.length, at: 0, line: start.line + 1 };
    yield { ...start, size, text: decode(parts, start.line), isLast: true, next };
  }
}
/** One line, by its place. */
export async function lineAt(
  ctx: FilesCtx,
  file: ExportFile,
  place: { readonly piece: number; readonly at: number; readonly size: number },
): Promise<string> {
  const parts: Uint8Array[] = [];
  let left = place.size;
  for (let piece = place.piece; piece < file.pieces.length && left > 0; piece += 1) {
    const offset = piece === place.piece ? place.at : 0;
    const length = Math.min(left, (file.pieces[piece]?.size ?? 0) - offset);
    if (length > 0) parts.push(await windowOf(ctx, file, piece, offset, length));
    left -= Math.max(0, length);
  }
  return decode(parts, 1);
}
