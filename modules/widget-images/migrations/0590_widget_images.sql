-- The widget's own images: the launcher's, and the assistant's avatar.
CREATE TABLE widget_images (
  project_id TEXT NOT NULL,
  use TEXT NOT NULL CHECK (use IN ('launcher', 'assistant')),
  file_id TEXT NOT NULL,
  PRIMARY KEY (project_id, use)
) WITHOUT ROWID;
