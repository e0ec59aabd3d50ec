-- Sign-in with a company's own identity provider (decision 44). The client secret is sealed.
CREATE TABLE identity_providers (
  company_uuid TEXT PRIMARY KEY,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  sealed_secret TEXT,
  -- E-mail addresses of this domain sign in with the provider. The token is the company's DNS record.
  domain TEXT NOT NULL,
  domain_token TEXT NOT NULL,
  domain_proven_at TEXT,
  tested_at TEXT,
  enabled INTEGER NOT NULL DEFAULT 0,
  -- The one person of the domain who still signs in with a password; NULL: everybody does.
  break_glass_uuid TEXT,
  -- Counts changes of the settings: a sign-in that began with other settings ends.
  version INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
CREATE UNIQUE INDEX identity_providers_by_domain ON identity_providers (domain)
  WHERE domain_proven_at IS NOT NULL;

-- Subjects of a provider, each bound to one person of the company.
CREATE TABLE identity_links (
  company_uuid TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE,
  PRIMARY KEY (company_uuid, issuer, subject),
  UNIQUE (company_uuid, issuer, user_uuid)
) WITHOUT ROWID;

-- Sign-ins that went to a provider; each row is used once.
CREATE TABLE identity_states (
  state_hash TEXT PRIMARY KEY,
  browser_hash TEXT NOT NULL,
  company_uuid TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- The administrator who tests the settings; NULL for a sign-in.
  tester_uuid TEXT,
  sealed TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX identity_states_by_end ON identity_states (expires_at);
