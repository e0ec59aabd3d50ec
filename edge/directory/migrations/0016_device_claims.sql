-- Devices of the provider's stock that can be claimed with the code on their display (decision 86).
CREATE TABLE device_claims (
  device_uuid TEXT PRIMARY KEY REFERENCES devices (uuid) ON DELETE CASCADE,
  -- Upper case.
  serial_no TEXT NOT NULL,
  -- Ed25519, base64url: the first one that the device sent.
  public_key TEXT NOT NULL,
  challenge TEXT NOT NULL,
  -- Milliseconds since 1970.
  made_at INTEGER NOT NULL,
  -- Signature over the challenge and the code; NULL until the device has answered.
  answer TEXT,
  wrong INTEGER NOT NULL DEFAULT 0,
  -- Company that has used the code.
  taken_by TEXT
) WITHOUT ROWID;
CREATE INDEX device_claims_by_serial ON device_claims (serial_no);
