-- First and family name of a person whose name the provider has put together of these, as JSON: it may change one of them alone.
ALTER TABLE scim_people ADD COLUMN names TEXT;
