// Guided installation: asks, shows the exact commands and names, waits for approval, and runs `setup --remote` and `deploy --remote`.
// An older Node must be able to read this file, to say what to do instead.
const WANTED = [26, 8, 1];

const version = process.versions.node.split(".").map(Number);
const differs = WANTED.findIndex((part, i) => version[i] !== part);

if (differs >= 0 && version[differs] < WANTED[differs]) {
  process.stderr.write(
    "This is Node " +
      process.versions.node +
      "; Seed Desk's tools need " +
      WANTED.join(".") +
      " or newer.\n" +
      "With Node 20 or newer and npm, this fetches the right one into .tools and goes on:\n\n" +
      "    node scripts/bootstrap.mjs scripts/install.mjs " +
      process.argv.slice(2).join(" ") +
      "\n",
  );
  process.exitCode = 1;
} else {
  import("./lib/install/main.ts").then(
    ({ main }) => main(process.argv.slice(2)),
    (error) => {
      process.stderr.write(
        "The dependencies are not installed yet. Run: node scripts/bootstrap.mjs scripts/install.mjs\n(" + error.code + ")\n",
      );
      process.exitCode = 1;
    },
  );
}
