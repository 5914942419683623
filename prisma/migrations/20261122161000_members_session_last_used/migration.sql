-- When a session was last used, to the minute.
ALTER TABLE "session" ADD COLUMN "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "session" SET "last_used_at" = "updated_at";
