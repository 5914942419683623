-- Why the last setup of a project could not read its website
CREATE TYPE "SiteFailure" AS ENUM ('reserved', 'unreachable', 'status', 'not_html', 'unreadable');
ALTER TABLE "project" ADD COLUMN "setup_failure" "SiteFailure";
