-- Signing PINs of people who prove their signatures at their company's identity provider (decision 59).
-- 1 where the company lets its people sign by one.
ALTER TABLE identity_providers ADD COLUMN pins INTEGER NOT NULL DEFAULT 0;

CREATE TABLE signing_pins (
  user_uuid TEXT PRIMARY KEY REFERENCES logins (user_uuid) ON DELETE CASCADE,
  company_uuid TEXT NOT NULL,
  -- Identity at the provider, and the settings, by which it was set.
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  version INTEGER NOT NULL,
  pin_hash TEXT NOT NULL,
  -- Wrong tries since the last right one; the last one that is allowed locks it.
  tries INTEGER NOT NULL DEFAULT 0,
  set_at TEXT NOT NULL
) WITHOUT ROWID;
