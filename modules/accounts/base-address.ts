import { type SQL, sql } from "#kernel/db/index.ts";

/** An address, as an expression, without its plus form. It is the very text of the index `accounts_base`, so that the planner finds it. */
export const baseOf = (email: SQL): SQL =>
  sql`CASE WHEN instr(${email}, '+') BETWEEN 2 AND instr(${email}, '@') THEN substr(${email}, 1, instr(${email}, '+') - 1) || substr(${email}, instr(${email}, '@')) ELSE ${email} END`;
