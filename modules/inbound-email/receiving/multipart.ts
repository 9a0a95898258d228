// Parses a multipart/form-data body into the bytes of its fields. The platform's own parser decodes them, but each may have its own
// charset.
import { cleanLine } from "../parsing/clean-text.ts";
import { readType } from "../parsing/fields.ts";
import { readHeaderBlock } from "../parsing/header-block.ts";
import type { HostedFile, HostedForm } from "../parsing/from-hosted-parse.ts";

const MAX_PARTS = 2000;
const CR = 13;
const LF = 10;

function find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < wanted.length && bytes[at + i] === wanted[i]) i += 1;
    if (i === wanted.length) return at;
  }
  return -1;
}

/** The form in the body; undefined if the type names no boundary or the body does not contain it. */
export function readForm(contentType: string, body: Uint8Array): HostedForm | undefined {
  const { type, param } = readType(contentType);
  const boundary = param("boundary");
  if (type !== "multipart/form-data" || boundary === null) return undefined;
  const mark = new TextEncoder().encode(`--${boundary}`);
  const next = new TextEncoder().encode(`\r\n--${boundary}`);
  let at = find(body, mark, 0);
  if (at < 0) return undefined;
  at += mark.length;
  const fields: [string, Uint8Array][] = [];
  const files: HostedFile[] = [];
  for (let parts = 0; parts < MAX_PARTS && body[at] === CR && body[at + 1] === LF; parts += 1) {
    const from = at + 2;
    const found = find(body, next, from);
    // A part cut off by the end of the body counts as far as it goes.
    const to = found < 0 ? body.length : found;
    const part = body.subarray(from, to);
    const head = readHeaderBlock(part);
    const said = head.headers.find(({ name }) => name === "content-disposition")?.value ?? "";
    const [name, filename] = [quoted(said, "name"), quoted(said, "filename")];
    const bytes = part.subarray(head.bodyAt);
    if (filename !== null)
      files.push({
        field: name ?? "",
        name: filename,
        type: head.headers.find((one) => one.name === "content-type")?.value ?? "",
        bytes,
      });
    else if (name !== null) fields.push([name, bytes]);
    if (found < 0) break;
    at = found + next.length;
  }
  return { fields: Object.fromEntries(fields), files };
}
/** A parameter of a part's header. Browsers escape quotes in names as %22. */
function quoted(header: string, param: string): string | null {
  const found = new RegExp(`;\\s*${param}=(?:"([^"]*)"|([^\\s;]+))`, "i").exec(header);
  return found === null ? null : cleanLine((found[1] ?? found[2] ?? "").replaceAll("%22", '"'), 300);
}
