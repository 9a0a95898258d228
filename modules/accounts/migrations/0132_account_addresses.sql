-- Accounts by their address without its plus form.
CREATE INDEX accounts_base ON accounts (CASE WHEN instr(email, '+') BETWEEN 2 AND instr(email, '@') THEN substr(email, 1, instr(email, '+') - 1) || substr(email, instr(email, '@')) ELSE email END);
