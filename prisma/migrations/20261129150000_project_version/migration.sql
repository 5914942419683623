-- Increases with every change of the settings of a project.
ALTER TABLE project ADD COLUMN version integer NOT NULL DEFAULT 1;
