CREATE TABLE "pending_answer" (
    "result_id" UUID NOT NULL,
    "saved" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_answer_pkey" PRIMARY KEY ("result_id")
);

ALTER TABLE "pending_answer" ADD CONSTRAINT "pending_answer_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "result"("id") ON DELETE CASCADE ON UPDATE CASCADE;
