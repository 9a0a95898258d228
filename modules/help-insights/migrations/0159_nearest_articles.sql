-- The nearest article of a search that found nothing which fits well. Such a search counts as one without an answer.
ALTER TABLE help_searches ADD COLUMN nearest TEXT;
ALTER TABLE help_search_terms ADD COLUMN nearest TEXT;
-- The nearest article of a question that no article answers.
ALTER TABLE help_gaps ADD COLUMN maybe TEXT;
