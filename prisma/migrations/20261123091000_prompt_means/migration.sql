-- AlterTable
ALTER TABLE "prompt_metric" ADD COLUMN "means" JSON;
