-- The home page lists the help centers that anybody can open.
CREATE INDEX help_centers_open ON help_centers (title, project_id) WHERE open = 1;
