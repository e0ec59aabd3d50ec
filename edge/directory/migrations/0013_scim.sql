-- People and groups that an identity provider writes by SCIM (decision 52).
-- Use of a key: NULL for calls of the API, 'scim' for SCIM and nothing else.
ALTER TABLE api_keys ADD COLUMN use TEXT;

CREATE TABLE scim_people (
  user_uuid TEXT PRIMARY KEY REFERENCES logins (user_uuid) ON DELETE CASCADE,
  company_uuid TEXT NOT NULL,
  external_id TEXT,
  -- 1 after DELETE: the person is inactive, and the provider sees them no more.
  removed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX scim_people_by_company ON scim_people (company_uuid);

-- Groups of the provider, each with the profile and the swarms that the company gives its members.
CREATE TABLE scim_groups (
  uuid TEXT PRIMARY KEY,
  company_uuid TEXT NOT NULL,
  display_name TEXT NOT NULL,
  external_id TEXT,
  profile_uuid TEXT,
  swarms TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX scim_groups_by_name ON scim_groups (company_uuid, lower(display_name));

CREATE TABLE scim_members (
  group_uuid TEXT NOT NULL REFERENCES scim_groups (uuid) ON DELETE CASCADE,
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE,
  PRIMARY KEY (group_uuid, user_uuid)
) WITHOUT ROWID;
CREATE INDEX scim_members_by_user ON scim_members (user_uuid);
