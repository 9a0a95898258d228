-- The contacts with an address at a domain, newest first: `modules/contacts/queries.ts` has the same expression.
CREATE INDEX contacts_domain ON contacts (project_id, state, lower(substr(email, instr(email, '@') + 1)), id) WHERE email IS NOT NULL;
