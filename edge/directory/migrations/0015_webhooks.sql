-- Addresses of a company that hear of its runs and devices (decision 83), and what was sent to them.
CREATE TABLE webhooks (
  uuid TEXT PRIMARY KEY,
  company_uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  -- Host of the address, which is shown; the address may hold a secret and is sealed with the signing secret.
  host TEXT NOT NULL,
  sealed TEXT NOT NULL,
  signed INTEGER NOT NULL DEFAULT 0,
  events TEXT NOT NULL,
  -- JSON list; NULL for all swarms.
  swarms TEXT,
  language TEXT NOT NULL,
  -- Address of the app, for links.
  origin TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  -- Deliveries in a row that were given up.
  failures INTEGER NOT NULL DEFAULT 0,
  stopped_at TEXT,
  saved_by TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX webhooks_by_company ON webhooks (company_uuid);

CREATE TABLE webhook_deliveries (
  uuid TEXT PRIMARY KEY,
  webhook_uuid TEXT NOT NULL REFERENCES webhooks (uuid) ON DELETE CASCADE,
  event TEXT NOT NULL,
  facts TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Status of the last answer; NULL where none came.
  status INTEGER,
  error TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  sent_at TEXT,
  next_at TEXT,
  once TEXT NOT NULL UNIQUE
) WITHOUT ROWID;
CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook_uuid, created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, next_at);
