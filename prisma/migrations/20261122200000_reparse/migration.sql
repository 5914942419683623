-- A re-extraction also holds what was read anew out of the response: an answer may have another text or status than before
ALTER TABLE "reextracted_result" ALTER COLUMN "observation" DROP NOT NULL,
ALTER COLUMN "extraction_version" DROP NOT NULL,
ADD COLUMN "status" "ResultStatus",
ADD COLUMN "simulated" BOOLEAN,
ADD COLUMN "surface" TEXT,
ADD COLUMN "location_applied" TEXT,
ADD COLUMN "model_requested" TEXT,
ADD COLUMN "model_reported" TEXT,
ADD COLUMN "error" JSONB,
ADD COLUMN "text" TEXT,
ADD COLUMN "facts" JSONB,
ADD COLUMN "parser_version" INTEGER,
ADD COLUMN "reader_version" INTEGER NOT NULL DEFAULT 0;

-- Until now they only replaced the observation
UPDATE "reextracted_result" s SET "status" = r."status", "simulated" = r."simulated", "surface" = r."surface",
  "location_applied" = r."location_applied", "model_requested" = r."model_requested", "model_reported" = r."model_reported",
  "error" = r."error", "parser_version" = r."first_parser_version",
  "facts" = (SELECT a."facts" FROM "answer" a WHERE a."result_id" = r."id")
FROM "result" r WHERE r."id" = s."result_id";

ALTER TABLE "reextracted_result" ALTER COLUMN "status" SET NOT NULL,
ALTER COLUMN "simulated" SET NOT NULL;

-- Version of the drivers when the batch was started, or last re-extracted. Null before there were versions
ALTER TABLE "batch" ADD COLUMN "parser_version" INTEGER;
