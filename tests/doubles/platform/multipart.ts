// Splits a multipart body into its parts, as bytes.
interface Part {
  readonly name: string;
  readonly body: Buffer;
}

/** Reads a whole body; a malformed one has no parts. */
export function parts(body: Buffer, contentType: string): Part[] {
  const found = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return [];
  return body
    .toString("latin1")
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const at = part.indexOf("\r\n\r\n");
      const name = /name="([^"]*)"/.exec(part.slice(0, at))?.[1] ?? "";
      return { name, body: Buffer.from(part.slice(at + 4, -2), "latin1") };
    });
}
