-- AlterTable
ALTER TABLE "opportunity_state" ADD COLUMN "pages_due_at" TIMESTAMPTZ(3);

-- CreateEnum
CREATE TYPE "CitedPageOutcome" AS ENUM ('read', 'robots', 'not_page', 'failed');

-- CreateTable
CREATE TABLE "cited_page" (
    "project_id" UUID NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "url" TEXT NOT NULL,
    "outcome" "CitedPageOutcome" NOT NULL,
    "reason" TEXT,
    "names_brand" BOOLEAN,
    "competitors" TEXT[],
    "names_hash" BYTEA NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cited_page_pkey" PRIMARY KEY ("project_id","url_hash")
);

-- AddForeignKey
ALTER TABLE "cited_page" ADD CONSTRAINT "cited_page_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
