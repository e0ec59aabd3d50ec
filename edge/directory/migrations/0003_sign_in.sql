-- What a sign-in needs beside name and password. Nothing here is a secret in clear: hashes and sealed texts only.
ALTER TABLE logins ADD COLUMN password_version INTEGER NOT NULL DEFAULT 1;

-- Codes of an authenticator app: in force while the row is there. `last_step` keeps a code from being used twice.
CREATE TABLE two_step (
  user_uuid TEXT PRIMARY KEY REFERENCES logins (user_uuid) ON DELETE CASCADE,
  sealed_secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  activated_at TEXT NOT NULL
) WITHOUT ROWID;

-- One-time recovery codes; a used one is gone.
CREATE TABLE recovery_codes (
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_uuid, code_hash)
) WITHOUT ROWID;

-- Tokens to set a new password: good for one version of the password, so any change of it ends them.
CREATE TABLE password_resets (
  token_hash TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE,
  password_version INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX password_resets_by_user ON password_resets (user_uuid);

-- Failed tries by account, address and altogether. Times are milliseconds since 1970.
CREATE TABLE failed_tries (
  bucket TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX failed_tries_by_age ON failed_tries (last_at);

-- API keys: which company and person a key belongs to. Its record, with status and scope, lies in the company's store.
CREATE TABLE api_keys (
  public_key TEXT PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE,
  company_uuid TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  last_used_at TEXT
) WITHOUT ROWID;
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);
