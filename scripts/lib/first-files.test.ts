import { expect, test } from "vitest";
import { allowInlineScripts, firstFiles } from "./first-files.ts";

test("an inline script is allowed by its hash, a linked one is not", () => {
  const page = `<meta content="script-src 'self'; style-src 'self'"><script>alert(1)</script><script src="/a.js"></script>`;
  expect(allowInlineScripts(page)).toContain(
    `content="script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; style-src 'self'"`,
  );
});

test("what the shell brings is not listed again, and styles and indirect imports are", () => {
  const chunk = (facade: string | null, imports: string[], css: string[] = []): object => ({
    ...{ type: "chunk", isEntry: facade === "edition/browser.tsx", isDynamicEntry: facade !== "edition/browser.tsx" },
    ...{ facadeModuleId: facade, imports, viteMetadata: { importedCss: new Set(css) } },
  });
  const bundle = {
    "assets/index.js": chunk("edition/browser.tsx", ["assets/runtime.js"], ["assets/index.css"]),
    "assets/runtime.js": chunk(null, []),
    "assets/inbox.js": chunk("modules/inbox/views/inbox.tsx", ["assets/index.js", "assets/shared.js"], ["assets/inbox.css"]),
    "assets/shared.js": chunk(null, ["assets/plain.js", "assets/runtime.js"]),
    "assets/plain.js": chunk(null, []),
    "assets/lib.js": chunk("node_modules/lib/index.js", []),
  };
  const files = Object.fromEntries(Object.entries(bundle).map(([fileName, rest]) => [fileName, { fileName, ...rest }]));
  expect(firstFiles(files as never, (module) => module)).toEqual({
    shell: ["/assets/index.js", "/assets/index.css", "/assets/runtime.js"],
    "modules/inbox/views/inbox.tsx": ["/assets/inbox.js", "/assets/inbox.css", "/assets/shared.js", "/assets/plain.js"],
  });
});
