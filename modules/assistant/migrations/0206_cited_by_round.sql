-- What the answers of a conversation cite is found by their rounds.
CREATE INDEX assistant_cited_round ON assistant_cited (project_id, round_id);
