-- CreateTable
CREATE TABLE "dismissed_brand" (
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dismissed_brand_pkey" PRIMARY KEY ("project_id","key")
);

-- AddForeignKey
ALTER TABLE "dismissed_brand" ADD CONSTRAINT "dismissed_brand_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
