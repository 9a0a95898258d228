import { type SQL, sql } from "#kernel/db/index.ts";

/** SQL of an address without its plus form. Must equal the expression of the index `accounts_base`; otherwise SQLite does not use it. */
export const baseOf = (email: SQL): SQL =>
  sql`CASE WHEN instr(${email}, '+') BETWEEN 2 AND instr(${email}, '@') THEN substr(${email}, 1, instr(${email}, '+') - 1) || substr(${email}, instr(${email}, '@')) ELSE ${email} END`;
