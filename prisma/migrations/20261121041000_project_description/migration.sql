-- AlterTable
ALTER TABLE "project" ADD COLUMN "description" TEXT;
