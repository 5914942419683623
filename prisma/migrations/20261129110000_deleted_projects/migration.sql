ALTER TABLE "project" ALTER COLUMN "organization_id" DROP NOT NULL;
ALTER TABLE "batch" ALTER COLUMN "organization_id" DROP NOT NULL;
