-- Names that somebody had: no other person is ever known by them. Hashes of the name in small letters, never the name.
CREATE TABLE retired_names (
  name_hash TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL
) WITHOUT ROWID;

-- When the company's record last changed, so that lists over many companies need not open each store.
ALTER TABLE companies ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';
UPDATE companies SET updated_at = created_at;
