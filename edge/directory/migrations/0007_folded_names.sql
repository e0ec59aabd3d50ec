-- Names to sign in with, each in the form in which all its spellings are one (domain/rules/plain-text.ts, foldName): case, width
-- and what is not seen make no other name. Two accounts of before that are one in this form keep working: the first has it,
-- and both sign in by the spelling they have. Names beyond ASCII are put in by edge/directory/names.ts.
CREATE TABLE login_names (
  folded TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL REFERENCES logins (user_uuid) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX login_names_by_user ON login_names (user_uuid);
INSERT OR IGNORE INTO login_names (folded, user_uuid)
  SELECT lower(username), user_uuid FROM logins WHERE username NOT GLOB '*[^ -~]*' ORDER BY rowid;
INSERT OR IGNORE INTO login_names (folded, user_uuid)
  SELECT lower(email), user_uuid FROM logins WHERE email NOT GLOB '*[^ -~]*' ORDER BY rowid;
