-- AlterTable
ALTER TABLE "batch" ADD COLUMN "rounds" JSONB,
ADD COLUMN "stop_when" JSONB;
