-- What is found in the documents: their pieces, the index of words over these, and what a project's index is made of.
CREATE TABLE knowledge_indexes (
  number INTEGER PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  next INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  title_words INTEGER NOT NULL,
  heading_words INTEGER NOT NULL,
  body_words INTEGER NOT NULL
);
CREATE UNIQUE INDEX knowledge_indexes_project ON knowledge_indexes (project_id);

-- The id is the project's number * 2^32 + n, so that a project's pieces lie together.
CREATE TABLE knowledge_chunks (
  id INTEGER PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  heading TEXT NOT NULL,
  content TEXT NOT NULL,
  title_words INTEGER NOT NULL,
  heading_words INTEGER NOT NULL,
  body_words INTEGER NOT NULL,
  epoch INTEGER NOT NULL
);
CREATE UNIQUE INDEX knowledge_chunks_document ON knowledge_chunks (project_id, document_id, position);
CREATE INDEX knowledge_chunks_epoch ON knowledge_chunks (epoch);

-- The words. It keeps no text and can be made anew from the pieces: knowledge_index_state says which filling is the current one,
-- and the index itself carries a mark of it, so that a lost or older index is noticed.
CREATE TABLE knowledge_index_state (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  epoch INTEGER NOT NULL
);
INSERT INTO knowledge_index_state (id, epoch) VALUES (1, 1);
CREATE VIRTUAL TABLE knowledge_words USING fts5(title, heading, body, scope, content='', contentless_delete=1, detail=column, tokenize='ascii');
CREATE VIRTUAL TABLE knowledge_terms USING fts5vocab(knowledge_words, 'row');
