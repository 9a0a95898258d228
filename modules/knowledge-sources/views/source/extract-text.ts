// Extracts the text of a PDF or DOCX file in the browser. Both libraries are large, so they are loaded with the first such file.
const MAX_TEXT = 2_000_000;

/** The text as Markdown, page after page. */
async function textOfPdf(bytes: ArrayBuffer): Promise<string> {
  const pdf = await import("pdfjs-dist");
  pdf.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;
  // Nothing in a file may run, or load anything.
  const task = pdf.getDocument({
    data: bytes,
    enableXfa: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
  });
  const document = await task.promise;
  try {
    const pages: string[] = [];
    let size = 0;
    for (let n = 1; n <= document.numPages && size < MAX_TEXT; n += 1) {
      const page = await document.getPage(n);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
        .join("")
        // A word that was hyphenated at the end of a line.
        .replaceAll(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2")
        .trim();
      if (text !== "") pages.push(text);
      size += text.length;
      page.cleanup();
    }
    return pages.join("\n\n");
  } finally {
    await task.destroy();
  }
}

async function textOfDocx(bytes: ArrayBuffer): Promise<string> {
  const [{ default: mammoth }, { markdownOf }] = await Promise.all([import("mammoth"), import("#kernel/rich-text/from-html.ts")]);
  const { value } = await mammoth.convertToHtml({ arrayBuffer: bytes }, { includeDefaultStyleMap: true });
  return markdownOf(value);
}

/** Extracts the file's text, up to the accepted length; otherwise the reason why there is none. */
export async function extract(
  name: string,
  bytes: ArrayBuffer,
): Promise<{ readonly text: string } | { readonly why: "locked" | "broken" }> {
  const isPdf = /\.pdf$/i.test(name);
  // Word files with a password, and those of Word before 2007, are in another format.
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (!isPdf && first === 0xd0 && second === 0xcf) return { why: "locked" };
  try {
    const text = isPdf ? await textOfPdf(bytes) : await textOfDocx(bytes);
    return { text: text.replaceAll("\0", "").slice(0, MAX_TEXT) };
  } catch (error) {
    return { why: error instanceof Error && error.name === "PasswordException" ? "locked" : "broken" };
  }
}
