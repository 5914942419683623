-- CreateTable
CREATE TABLE "looked_up_keyword" (
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "keyword" TEXT NOT NULL,
    "monthly_volume" INTEGER NOT NULL,
    "looked_up_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "looked_up_keyword_pkey" PRIMARY KEY ("organization_id","key","country")
);

-- AddForeignKey
ALTER TABLE "looked_up_keyword" ADD CONSTRAINT "looked_up_keyword_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
