-- Entries of the audit trail that belong to changes of the directory: written in the same transaction as the change, and removed once the
-- store of the company has them.
CREATE TABLE due_entries (
  uuid TEXT PRIMARY KEY,
  company_uuid TEXT NOT NULL,
  -- JSON: who did what, as the store writes it.
  note TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX due_entries_by_company ON due_entries (company_uuid);
