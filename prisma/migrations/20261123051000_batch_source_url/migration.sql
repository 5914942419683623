-- AlterTable
ALTER TABLE "batch_source" ADD COLUMN "retrieving" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "batch_source_url" (
    "batch_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT,
    "citations" INTEGER NOT NULL,
    "cited" INTEGER NOT NULL,

    CONSTRAINT "batch_source_url_pkey" PRIMARY KEY ("batch_id","number")
);

-- CreateIndex
CREATE INDEX "batch_source_url_batch_id_domain_idx" ON "batch_source_url"("batch_id", "domain");

-- AddForeignKey
ALTER TABLE "batch_source_url" ADD CONSTRAINT "batch_source_url_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
