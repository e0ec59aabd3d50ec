-- When a queued mail is tried next, and what makes a repeated order of the same mail one.
ALTER TABLE mails ADD COLUMN next_at TEXT;
ALTER TABLE mails ADD COLUMN once TEXT;
CREATE UNIQUE INDEX mails_once ON mails (once) WHERE once IS NOT NULL;
CREATE INDEX mails_by_company ON mails (company_uuid, created_at);
