-- 0 until a person who was invited has chosen a password: nobody knows the one that was made for them.
ALTER TABLE logins ADD COLUMN password_chosen INTEGER NOT NULL DEFAULT 1;
