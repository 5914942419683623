-- Circuits say what an operator has to change, and can be limited to one country.
ALTER TABLE "provider_circuit" ADD COLUMN "location" TEXT NOT NULL DEFAULT '';
ALTER TABLE "provider_circuit" ADD COLUMN "fault" TEXT;
UPDATE "provider_circuit" SET "fault" = 'account' WHERE "refused";
ALTER TABLE "provider_circuit" DROP COLUMN "refused";
ALTER TABLE "provider_circuit" DROP CONSTRAINT "provider_circuit_pkey";
ALTER TABLE "provider_circuit" ADD CONSTRAINT "provider_circuit_pkey" PRIMARY KEY ("provider", "location");
