-- The link that creates the first organization and its admin.
CREATE TABLE "setup_link" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "setup_link_token_hash_key" ON "setup_link"("token_hash");

-- How often a run asks each question.
ALTER TABLE "project" ADD COLUMN "replicates" INTEGER NOT NULL DEFAULT 1;
