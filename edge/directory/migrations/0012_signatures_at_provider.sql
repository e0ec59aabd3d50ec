-- Signatures proven at the company's own identity provider (decision 52).
ALTER TABLE identity_providers ADD COLUMN signing TEXT NOT NULL DEFAULT 'password';
-- The person who saved the settings: another one decides that signatures are proven there.
ALTER TABLE identity_providers ADD COLUMN saved_by TEXT;

-- Proofs for one signature each: begun by the person who signs, proven at the provider, used by one operation.
CREATE TABLE signature_proofs (
  proof_hash TEXT PRIMARY KEY,
  -- Sign-in at the provider that proves it.
  state_hash TEXT NOT NULL UNIQUE,
  company_uuid TEXT NOT NULL,
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE,
  -- Settings of the provider with which it began.
  version INTEGER NOT NULL,
  -- Hash of the content that is signed.
  record_hash TEXT NOT NULL,
  -- Milliseconds since 1970.
  proven_at INTEGER,
  expires_at INTEGER NOT NULL,
  used_by TEXT
) WITHOUT ROWID;
CREATE INDEX signature_proofs_by_end ON signature_proofs (expires_at);
