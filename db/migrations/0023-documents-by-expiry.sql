-- For the list of a user's documents: the first to expire first, then those without an expiry date, the newest first.
DROP INDEX documents_by_age;
CREATE INDEX documents_in_order ON documents (user_id, ifnull(expires_on, '9999-12-31'), created_at DESC, id DESC);
