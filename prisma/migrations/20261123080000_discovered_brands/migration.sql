-- AlterTable
ALTER TABLE "result" ADD COLUMN "first_discovered" JSONB;

-- AlterTable
ALTER TABLE "reextracted_result" ADD COLUMN "discovered" JSONB;

-- CreateTable
CREATE TABLE "batch_discovery" (
    "batch_id" UUID NOT NULL,
    "answers" INTEGER NOT NULL,
    "prompts" JSON NOT NULL,

    CONSTRAINT "batch_discovery_pkey" PRIMARY KEY ("batch_id")
);

-- CreateTable
CREATE TABLE "batch_discovered_brand" (
    "batch_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "answers" INTEGER NOT NULL,
    "recommended" INTEGER NOT NULL,
    "mentions" INTEGER NOT NULL,
    "best_rank" INTEGER,
    "spellings" JSON NOT NULL,
    "providers" TEXT[],
    "prompts" JSON NOT NULL,
    "result_id" UUID NOT NULL,
    "evidence" JSON NOT NULL,

    CONSTRAINT "batch_discovered_brand_pkey" PRIMARY KEY ("batch_id","key")
);

-- AddForeignKey
ALTER TABLE "batch_discovery" ADD CONSTRAINT "batch_discovery_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_discovered_brand" ADD CONSTRAINT "batch_discovered_brand_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
