// Writes down for the worker which files each screen begins with, so that its page can name them all at once (modules/projects/pages.ts), and
// allows the page's own inline script in its policy.
import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { inRoot } from "./paths.ts";

const INLINE = /<script>([\s\S]*?)<\/script>/g;
/** The page with the hashes of its inline scripts in its Content-Security-Policy. */
export const allowInlineScripts = (page: string): string => {
  const hashes = [...page.matchAll(INLINE)].map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return page.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(" "));
};

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

/** The addresses of a chunk, of what it imports statically, and of their styles. */
function filesOf(bundle: Bundle, fileName: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (seen.has(`/${fileName}`) || chunk?.type !== "chunk") return seen;
  seen.add(`/${fileName}`);
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(`/${css}`);
  for (const imported of chunk.imports) filesOf(bundle, imported, seen);
  return seen;
}

/** By source file: what every page begins with (`shell`), and what each lazily loaded file needs beyond that. */
export function firstFiles(bundle: Bundle, nameOf: (module: string) => string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("the dashboard has no entry");
  const shell = filesOf(bundle, entry.fileName);
  const lazy = chunks.flatMap((chunk): [string, string[]][] =>
    chunk.isDynamicEntry && chunk.facadeModuleId !== null
      ? [[nameOf(chunk.facadeModuleId), [...filesOf(bundle, chunk.fileName)].filter((file) => !shell.has(file))]]
      : [],
  );
  return { shell: [...shell], ...Object.fromEntries(lazy.filter(([name]) => name.startsWith("modules/"))) };
}

/** The Vite plugin, for the build of the browser's files. */
export const writeFirstFiles = (): Plugin => ({
  name: "first-files",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transformIndexHtml: { order: "post", handler: allowInlineScripts },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const source = JSON.stringify(firstFiles(bundle, (module) => relative(inRoot(), module)));
      this.emitFile({ type: "asset", fileName: "dashboard/first-files.json", source });
    },
  },
});
