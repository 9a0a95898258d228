// Reads the text of an uploaded file, extracted here or by the browser that uploaded it.
import { readUpTo } from "#kernel/http/body.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { markdownOfCsv } from "./csv.ts";
import { MAX_FILE_TEXT, MAX_PLAIN_ORIGINAL } from "./contract.ts";
import { type FileKind, fileKindOf, isPlain } from "./rules.ts";

/** Extracts the text. The bytes must already be checked to be of the kind. */
export async function textOfFile(kind: FileKind, bytes: Uint8Array): Promise<string> {
  const text = decoded(bytes).replaceAll("\0", "").replaceAll("\r\n", "\n");
  if (kind === "html") {
    const [{ extractMainContent }, { markdownOf }] = await Promise.all([
      import("./website/extract-main.ts"),
      import("#kernel/rich-text/from-html.ts"),
    ]);
    return markdownOf(extractMainContent(text).html);
  }
  return kind === "csv" ? markdownOfCsv(text) : text;
}
/** Decodes UTF-8, or UTF-16 with a byte order mark; anything else is read as windows-1252, as older office programs write. */
function decoded(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff) return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The text of a stored file as Markdown; undefined while there is none. Its size is limited by what uploads accept. */
export async function readFileText(
  ctx: Pick<Ctx, "env">,
  item: { readonly title: string; readonly objectKey: string | null; readonly textKey: string | null },
): Promise<string | undefined> {
  const kind = fileKindOf(item.title)?.kind;
  const key = item.textKey ?? (kind !== undefined && isPlain(kind) ? item.objectKey : null);
  const object = key === null ? null : await ctx.env.FILES.get(key);
  if (!object || kind === undefined) return undefined;
  const { bytes } = await readUpTo(object.body, MAX_PLAIN_ORIGINAL);
  const text = item.textKey === null ? await textOfFile(kind, bytes) : new TextDecoder().decode(bytes);
  return text.slice(0, MAX_FILE_TEXT);
}
