CREATE TABLE "unit_backlog" (
  "batch_id" UUID NOT NULL,
  "provider" TEXT NOT NULL,
  "organization_id" UUID NOT NULL,
  "queue" TEXT NOT NULL,
  "scheduled" BOOLEAN NOT NULL,
  "turn" DOUBLE PRECISION NOT NULL,
  "next_ordinal" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "unit_backlog_pkey" PRIMARY KEY ("batch_id", "provider")
);

CREATE INDEX "unit_backlog_queue_scheduled_turn_idx" ON "unit_backlog" ("queue", "scheduled", "turn");

ALTER TABLE "unit_backlog" ADD CONSTRAINT "unit_backlog_batch_id_fkey"
  FOREIGN KEY ("batch_id") REFERENCES "batch" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
