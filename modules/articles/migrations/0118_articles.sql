-- Whether a person wrote the address, or readers know it: else it follows the title.
ALTER TABLE help_article_texts ADD COLUMN slug_kept INTEGER NOT NULL DEFAULT 0;
-- The title as a search compares it: in small letters, without accents.
ALTER TABLE help_article_texts ADD COLUMN folded TEXT NOT NULL DEFAULT '';
-- Lists never touch the contents, which are long.
CREATE INDEX help_article_texts_listed ON help_article_texts (project_id, article_id, locale, title, slug, folded, revision, version, live_revision, live_slug, publish_at, updated_at);
-- The collection that an article was in before that one was removed, so that the removal can be undone.
ALTER TABLE help_articles ADD COLUMN left_collection_id TEXT;
CREATE INDEX help_articles_left ON help_articles (project_id, left_collection_id) WHERE left_collection_id IS NOT NULL;
CREATE INDEX help_articles_newest ON help_articles (project_id, id);
