// The widget: /widget.js, small and unhashed because sites embed its address, and its chunks under /w/ that live forever.
import type { UserConfig } from "vite";

const config: UserConfig = {
  publicDir: false,
  // Every chunk address is relative to the chunk that imports it, so the widget works from any embedding origin.
  base: "./",
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist/client",
    emptyOutDir: false,
    target: "es2022",
    copyPublicDir: false,
    reportCompressedSize: false,
    // Library mode is the one in which Vite leaves import() alone; its __vitePreload is larger than the loader.
    lib: { entry: { widget: "modules/widget/client/loader.ts" }, formats: ["es"] },
    rolldownOptions: {
      output: {
        // Library mode keeps white space unless told otherwise.
        minify: true,
        entryFileNames: "[name].js",
        chunkFileNames: "w/[name]-[hash].js",
        assetFileNames: "w/[name]-[hash][extname]",
      },
    },
  },
};

export default config;
