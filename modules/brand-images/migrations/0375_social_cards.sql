-- Social cards: the images with which other sites show links to help pages.
CREATE TABLE brand_card_settings (
  project_id TEXT PRIMARY KEY NOT NULL,
  drawn INTEGER NOT NULL,
  design TEXT NOT NULL CHECK (design IN ('color', 'light', 'dark')),
  color TEXT,
  revision INTEGER NOT NULL
);
CREATE TABLE brand_cards (
  project_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  locale TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('drawn', 'own')),
  file_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  alt TEXT NOT NULL,
  title TEXT NOT NULL,
  look TEXT NOT NULL,
  check_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, subject, locale)
) WITHOUT ROWID;
CREATE INDEX brand_cards_file ON brand_cards (file_id);
CREATE INDEX brand_cards_check ON brand_cards (check_at);
