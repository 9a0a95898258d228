-- When the person proved the address by a link that was sent there. Null: nobody did.
ALTER TABLE accounts ADD COLUMN email_verified_at INTEGER;
