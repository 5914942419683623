-- CreateTable
CREATE TABLE "judgement" (
    "result_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "prompt_version" INTEGER NOT NULL,
    "labels" JSONB NOT NULL,
    "raw" TEXT NOT NULL,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "judged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "judgement_pkey" PRIMARY KEY ("result_id")
);

-- CreateTable
CREATE TABLE "judge_usage" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "judge_usage_pkey" PRIMARY KEY ("organization_id","day")
);

-- AddForeignKey
ALTER TABLE "judgement" ADD CONSTRAINT "judgement_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "result"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judge_usage" ADD CONSTRAINT "judge_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
