// The files that a new module starts with, including a test to be written.

const camel = (name: string): string => name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** File name to text, for `modules/<name>/`. */
export const moduleFiles = (name: string): Readonly<Record<string, string>> => ({
  "index.ts": `// The face of ${name}: what other modules may use.\nexport {};\n`,
  "contract.ts": `// Routes, frames and types of ${name}; browser-safe.\nexport {};\n`,
  "module.ts": `import { defineModule } from "#kernel/module/index.ts";

export const ${camel(name)} = defineModule({ name: "${name}" });
`,
  "queries.ts": `// Every statement on the tables of ${name}: the project's id first; read* reads, write* returns a statement for a batch.\nexport {};\n`,
  "errors.ts": `// The refusals of ${name}, each named once.\nexport {};\n`,
  "rules.ts": `// The decisions of ${name}, without I/O.\nexport {};\n`,
  "rules.test.ts": `import { test } from "vitest";

test.todo("${name}: its first rule");
`,
  "SPEC.md": `# ${name}

What it is for, in two sentences.

## States and rules
`,
});
