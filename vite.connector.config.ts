// Bundles the connector into one file without dependencies, for the oldest Node that it supports. Readable, because people run it on their
// own computers and may want to know what it does.
import { readFileSync } from "node:fs";
import type { UserConfig } from "vite";

const { version } = JSON.parse(readFileSync(new URL("connector/package.json", import.meta.url), "utf8")) as { version: string };

const config: UserConfig = {
  publicDir: false,
  define: { __CONNECTOR_VERSION__: JSON.stringify(version) },
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: "connector/src/index.ts",
    target: "node20",
    minify: false,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: "seed-desk-connector.mjs",
        banner: "#!/usr/bin/env node",
        codeSplitting: false,
        comments: { annotation: false },
      },
    },
  },
};

export default config;
