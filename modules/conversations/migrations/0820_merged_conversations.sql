-- A merged conversation keeps its rows and leads to the one that goes on in its place. parted_from: where it led before that was undone, so that a
-- customer's message that was stored there is not stored again.
ALTER TABLE conversations ADD COLUMN merged_into TEXT;
ALTER TABLE conversations ADD COLUMN parted_from TEXT;
