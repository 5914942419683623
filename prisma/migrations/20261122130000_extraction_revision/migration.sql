-- The counter of published extractions of a batch gets the name it has in the code. Its values stay.
ALTER TABLE "batch" RENAME COLUMN "reading" TO "extraction_revision";

-- The same counter of the previous run, in the brand's row of each scope.
UPDATE "batch_metric" SET "metrics" = jsonb_set(
  "metrics" #- '{ofScope,previousReading}',
  '{ofScope,previousExtractionRevision}',
  "metrics" #> '{ofScope,previousReading}'
) WHERE jsonb_exists("metrics" #> '{ofScope}', 'previousReading');
