-- CreateTable
CREATE TABLE "prompt_metric" (
    "batch_id" UUID NOT NULL,
    "prompt_id" UUID NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "answers" INTEGER NOT NULL,
    "named" INTEGER NOT NULL,
    "lost" INTEGER,
    "average_position" DOUBLE PRECISION,
    "sentiment" DOUBLE PRECISION,
    "metrics" JSON NOT NULL,

    CONSTRAINT "prompt_metric_pkey" PRIMARY KEY ("batch_id","prompt_id")
);

-- CreateIndex
CREATE INDEX "prompt_metric_prompt_id_ended_at_batch_id_idx" ON "prompt_metric"("prompt_id", "ended_at", "batch_id");

-- AddForeignKey
ALTER TABLE "prompt_metric" ADD CONSTRAINT "prompt_metric_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_metric" ADD CONSTRAINT "prompt_metric_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;
