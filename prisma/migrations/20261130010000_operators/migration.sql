-- Whether the user may see the state of the whole installation in the dashboard.
ALTER TABLE "user" ADD COLUMN operator boolean NOT NULL DEFAULT false;
