-- CreateEnum
CREATE TYPE "OpportunityStatus" AS ENUM ('open', 'done', 'ignored');

-- CreateTable
CREATE TABLE "opportunity" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "status" "OpportunityStatus" NOT NULL DEFAULT 'open',
    "note" TEXT NOT NULL DEFAULT '',
    "assignee_id" UUID,
    "run_id" UUID NOT NULL,
    "evidence" JSONB NOT NULL,
    "at_most" INTEGER NOT NULL,
    "expected" INTEGER NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "baseline_run_id" UUID,
    "outcome" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "opportunity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "opportunity_state" (
    "project_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "extraction_revision" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "opportunity_state_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "opportunity_project_id_kind_key_hash_key" ON "opportunity"("project_id", "kind", "key_hash");

-- CreateIndex
CREATE INDEX "opportunity_assignee_id_idx" ON "opportunity"("assignee_id");

-- AddForeignKey
ALTER TABLE "opportunity" ADD CONSTRAINT "opportunity_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opportunity" ADD CONSTRAINT "opportunity_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opportunity_state" ADD CONSTRAINT "opportunity_state_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "dismissed_suggestion" (
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dismissed_suggestion_pkey" PRIMARY KEY ("project_id","key")
);

-- AddForeignKey
ALTER TABLE "dismissed_suggestion" ADD CONSTRAINT "dismissed_suggestion_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
