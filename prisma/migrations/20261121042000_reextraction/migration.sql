-- CreateEnum
CREATE TYPE "ReextractionStatus" AS ENUM ('queued', 'running', 'completed', 'cancelled', 'failed');

-- AlterTable
ALTER TABLE "batch" ADD COLUMN "reading" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "reextracted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "reextraction" (
    "id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "status" "ReextractionStatus" NOT NULL DEFAULT 'queued',
    "snapshot" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "completed" INTEGER NOT NULL DEFAULT 0,
    "summary_before" JSONB,
    "summary_after" JSONB,
    "extraction_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "reextraction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reextracted_result" (
    "reextraction_id" UUID NOT NULL,
    "result_id" UUID NOT NULL,
    "observation" JSONB NOT NULL,
    "extraction_version" INTEGER NOT NULL,

    CONSTRAINT "reextracted_result_pkey" PRIMARY KEY ("reextraction_id","result_id")
);

-- CreateIndex
CREATE INDEX "reextraction_batch_id_id_idx" ON "reextraction"("batch_id", "id");

-- CreateIndex
CREATE INDEX "reextraction_status_changed_at_idx" ON "reextraction"("status", "changed_at");

-- AddForeignKey
ALTER TABLE "reextraction" ADD CONSTRAINT "reextraction_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reextracted_result" ADD CONSTRAINT "reextracted_result_reextraction_id_fkey" FOREIGN KEY ("reextraction_id") REFERENCES "reextraction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- At most one re-extraction of a run is under way.
CREATE UNIQUE INDEX "reextraction_under_way" ON "reextraction"("batch_id") WHERE "status" IN ('queued', 'running');
