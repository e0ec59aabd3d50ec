-- Mails whose words are in their reader's tray as well: at most so many leave in an hour, and one mail says how many more there are.
-- Hour in which such a mail leaves, as the beginning of its time (UTC); NULL for all other mails.
ALTER TABLE mails ADD COLUMN hour TEXT;
-- JSON list of the keys of the mails that this one stands for; NULL for one that stands for none.
ALTER TABLE mails ADD COLUMN stands_for TEXT;
CREATE INDEX mails_by_hour ON mails (recipient, hour) WHERE hour IS NOT NULL;
