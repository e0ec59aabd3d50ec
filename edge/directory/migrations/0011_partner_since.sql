-- Moment at which a company was assigned to its partner: it reads there since when it is reached.
ALTER TABLE companies ADD COLUMN partner_since TEXT;
