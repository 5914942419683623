-- How many days an organization keeps raw responses, texts of answers and logs. Null: as long as the installation does.
ALTER TABLE organization
  ADD COLUMN raw_retention_days integer,
  ADD COLUMN text_retention_days integer,
  ADD COLUMN log_retention_days integer;

-- When the raw responses and the texts of a batch were deleted. Null while they are kept.
ALTER TABLE batch
  ADD COLUMN raw_deleted_at timestamptz(3),
  ADD COLUMN texts_deleted_at timestamptz(3);

-- Null once the text was deleted.
ALTER TABLE answer ALTER COLUMN text DROP NOT NULL;
