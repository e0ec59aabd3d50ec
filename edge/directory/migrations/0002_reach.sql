-- Which company provides the service, which partner a company belongs to, and names to list companies by.
ALTER TABLE companies ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN provider INTEGER NOT NULL DEFAULT 0;
ALTER TABLE companies ADD COLUMN partner INTEGER NOT NULL DEFAULT 0;
ALTER TABLE companies ADD COLUMN partner_uuid TEXT;
ALTER TABLE companies ADD COLUMN deleted_at TEXT;
CREATE INDEX companies_by_name ON companies (name COLLATE NOCASE, uuid);
CREATE INDEX companies_by_partner ON companies (partner_uuid);
CREATE UNIQUE INDEX companies_provider ON companies (provider) WHERE provider = 1;

-- Mail that waits to be sent, was sent, or stays here where no mail service is configured.
CREATE TABLE mails (
  uuid TEXT PRIMARY KEY,
  company_uuid TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'kept', 'sent', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  sent_at TEXT
);
CREATE INDEX mails_by_state ON mails (state, created_at);
