-- A search reads the texts of its user, who has 300 documents at most: no index of words is kept beside them any more,
-- in which deleted words had to be looked for too.
DROP TRIGGER documents_search_insert;
DROP TRIGGER documents_search_delete;
DROP TRIGGER documents_search_update;
DROP TABLE documents_search;
