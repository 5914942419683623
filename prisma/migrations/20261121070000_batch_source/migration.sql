-- AlterTable
ALTER TABLE "batch" ADD COLUMN "metrics_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "batch_source" (
    "batch_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "citations" INTEGER NOT NULL,
    "cited" INTEGER NOT NULL,
    "citing" INTEGER NOT NULL,
    "owners" JSONB NOT NULL,

    CONSTRAINT "batch_source_pkey" PRIMARY KEY ("batch_id","domain")
);

-- CreateIndex
CREATE INDEX "batch_metrics_version_idx" ON "batch"("metrics_version");

-- AddForeignKey
ALTER TABLE "batch_source" ADD CONSTRAINT "batch_source_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
