-- Where the links of a response lead that only redirect
ALTER TABLE "artifact" ADD COLUMN "redirects" JSONB;
