-- AlterTable
ALTER TABLE "batch" ADD COLUMN "cancelled" BOOLEAN NOT NULL DEFAULT false;

-- Those that were cancelled before there was the column have questions that failed so.
UPDATE "batch" SET "cancelled" = true WHERE "failed" > 0 AND EXISTS (
  SELECT FROM "result" WHERE "batch_id" = "batch"."id" AND "status" = 'failed' AND "error"->>'code' = 'CANCELLED'
);
