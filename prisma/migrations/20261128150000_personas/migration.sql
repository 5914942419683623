-- An async analysis can ask each question as several personas. Adding columns without a default does not rewrite the tables.
ALTER TABLE "batch" ADD COLUMN "personas" JSONB;
ALTER TABLE "result" ADD COLUMN "persona" TEXT;
