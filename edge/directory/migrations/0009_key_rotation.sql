-- The secret that a key had before it was rotated. It opens the key until `old_until`, if the record of the key says the same time.
ALTER TABLE api_keys ADD COLUMN old_secret_hash TEXT;
ALTER TABLE api_keys ADD COLUMN old_until TEXT;
ALTER TABLE api_keys ADD COLUMN old_used_at TEXT;
