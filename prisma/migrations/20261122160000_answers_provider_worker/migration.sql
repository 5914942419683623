-- CreateTable
CREATE TABLE "provider_worker" (
    "provider" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_worker_pkey" PRIMARY KEY ("provider")
);
