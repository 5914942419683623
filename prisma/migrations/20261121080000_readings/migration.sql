-- A new reading is pointed to, not copied. The new names make every statement say whether it means the first reading.
ALTER TABLE "result" RENAME COLUMN "observation" TO "first_observation";
ALTER TABLE "result" RENAME COLUMN "extraction_version" TO "first_extraction_version";

-- AlterTable
ALTER TABLE "batch" ADD COLUMN "reextraction_id" UUID;

-- AlterTable
ALTER TABLE "reextraction" ADD COLUMN "seq" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "changes" JSONB,
ADD COLUMN "previous_version" INTEGER,
ADD COLUMN "keeps_results" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "reextracted_result" ADD COLUMN "changed" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "project_reextraction" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "reextraction_ids" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_reextraction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "project_reextraction_project_id_id_idx" ON "project_reextraction"("project_id", "id");

-- AddForeignKey
ALTER TABLE "project_reextraction" ADD CONSTRAINT "project_reextraction_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those whose rows the sweep looks at.
CREATE INDEX "reextraction_keeps_results" ON "reextraction"("id") WHERE "keeps_results";

-- The results to one prompt of a run.
CREATE INDEX "result_batch_id_prompt_ordinal_idx" ON "result"("batch_id", "prompt_ordinal");

-- Sessions that have ended, for the sweep.
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");
