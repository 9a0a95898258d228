// Configures the build of the widget. It makes /widget.js, which is small and has no hash in its name because sites embed its address,
// /widget-preview.js for website previews, and chunks under /w/ with a hash in their names, which browsers cache forever.
import { fileURLToPath } from "node:url";
import type { Plugin, UserConfig } from "vite";
import { WIDGET_HELP, WIDGET_PARTS } from "./edition/widget-parts.ts";

// Everything that the open panel needs is one chunk. What its lazy parts share with it would otherwise be further requests when it opens.
const PANEL = /client\/panel\/|kernel\/rich-text\/(?:quick|tree)/;
// Everything that makes ids starts a session too, or is loaded after something that does: one request for both.
const IDS = /client\/(?:ids|sign-in)\.ts/;

/**
 * A classic script from another origin has no base address of its own (HTML: "muted errors" make it about:blank), so its
 * import() must name the whole address; `SeedDesk.b` holds the script's.
 */
const wholeAddress: Plugin = {
  name: "whole-address-of-the-engine",
  generateBundle(_, bundle) {
    const loader = bundle["widget.js"];
    if (loader?.type !== "chunk") throw new Error("the widget build made no widget.js");
    const code = loader.code.replace(/import\(([`"'])\.\/(w\/[^`"']+)\1\)/, 'import(new URL("$2",SeedDesk.b))');
    if (code === loader.code) throw new Error("widget.js imports no engine");
    loader.code = code;
  },
};

/** Replaces the name in `importPart("@mount", …)` by the files that this chunk brings along; client/api.ts says why. */
const filesOfLazyParts: Plugin = {
  name: "files-of-lazy-parts",
  generateBundle(_, bundle) {
    const withImports = (file: string, seen = new Set<string>()): Set<string> => {
      const chunk = bundle[file];
      if (chunk?.type !== "chunk" || seen.has(file)) return seen;
      seen.add(file);
      for (const below of chunk.imports) withImports(below, seen);
      return seen;
    };
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const here = withImports(chunk.fileName);
      // What says that a call is pure has done its work by now, and would be bytes for everybody.
      chunk.code = chunk.code
        .replace(/(?<=\w)\/\* @__PURE__ \*\/ /g, " ")
        .replaceAll("/* @__PURE__ */ ", "")
        .replace(/([`"'])@([\w-]+)\1/g, (_whole, quote: string, name: string) => {
          const part = Object.values(bundle).find((it) => it.type === "chunk" && it.name === name);
          if (!part) throw new Error(`the widget has no chunk "${name}"`);
          const files = [...withImports(part.fileName)].filter((file) => !here.has(file)).map((file) => file.slice("w/".length));
          return quote + files.join(" ") + quote;
        });
    }
  },
};

const fileOf = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
const loadPart = (name: string, type: "ts" | "tsx"): string =>
  `() => importPart("@${name}", () => import(${fileOf(`./modules/${name}/client/${name}.${type}`)})).then((it) => it.part)`;
const VIRTUAL: Readonly<Record<string, string>> = {
  "virtual:widget-parts": `export const parts = [${WIDGET_PARTS.map((name) => `{ name: "${name}", load: ${loadPart(name, "tsx")} }`).join(",\n")}];`,
  "virtual:widget-help": `export const help = ${loadPart(WIDGET_HELP, "ts")};`,
};
/** Provides the modules by which the panel loads the parts of other modules: it stands below them, so it cannot import them. */
const partsOfModules: Plugin = {
  name: "parts-of-modules",
  resolveId: (id) => (Object.hasOwn(VIRTUAL, id) ? `\0${id}` : undefined),
  load(id) {
    const code = id.startsWith("\0") ? VIRTUAL[id.slice(1)] : undefined;
    return code === undefined ? undefined : `import { importPart } from ${fileOf("./modules/widget/client/api.ts")};\n${code}`;
  },
};

const config: UserConfig = {
  publicDir: false,
  // Every chunk address is relative to the chunk that imports it, so the widget works from any embedding origin.
  base: "./",
  // A language's texts are one object, whose keys are looked up.
  json: { namedExports: false },
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { runtime: "classic", pragma: "h" } },
  plugins: [partsOfModules, wholeAddress, filesOfLazyParts],
  build: {
    outDir: "dist/client",
    emptyOutDir: false,
    target: "es2022",
    copyPublicDir: false,
    reportCompressedSize: false,
    // Library mode is the one in which Vite leaves import() alone; its __vitePreload is larger than the loader.
    lib: { entry: { widget: "modules/widget/client/loader.ts", "widget-preview": "modules/widget/client/preview.ts" }, formats: ["es"] },
    rolldownOptions: {
      preserveEntrySignatures: "allow-extension",
      output: {
        // Library mode keeps white space unless told otherwise.
        minify: true,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "mount", test: PANEL },
            { name: "ids", test: IDS },
          ],
        },
        entryFileNames: "[name].js",
        // The fewest characters that the bundler accepts for so many parts; the engine names its parts, and every visitor downloads it.
        chunkFileNames: "w/[name]-[hash:7].js",
        assetFileNames: "w/[name]-[hash][extname]",
      },
    },
  },
};

export default config;
