// `pnpm docs:tables`: writes docs/tables.md from the migrations.
import { writeFileSync } from "node:fs";
import { TABLES_PAGE, tablesPage } from "./lib/schema.ts";

writeFileSync(TABLES_PAGE, tablesPage());
process.stdout.write("docs/tables.md written\n");
