-- What must be known before the company is: login name -> company, device -> company.
CREATE TABLE companies (
  uuid TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
);

CREATE TABLE logins (
  user_uuid TEXT PRIMARY KEY,
  company_uuid TEXT NOT NULL REFERENCES companies (uuid),
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL
);

CREATE TABLE devices (
  uuid TEXT PRIMARY KEY,
  company_uuid TEXT NOT NULL REFERENCES companies (uuid),
  key_hash TEXT NOT NULL
);
