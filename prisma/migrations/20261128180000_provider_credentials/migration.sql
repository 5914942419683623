-- Credentials of vendors, of the installation or of an organization. Encrypted.
CREATE TYPE "CredentialCheckStatus" AS ENUM ('not_checked', 'checking', 'ok', 'failed');

CREATE TABLE "provider_credential" (
    "id" UUID NOT NULL,
    "organization_id" UUID,
    "vendor" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "masks" JSONB NOT NULL,
    "daily_spend_usd" DOUBLE PRECISION,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "check_status" "CredentialCheckStatus" NOT NULL DEFAULT 'not_checked',
    "check_changed_at" TIMESTAMPTZ(3),
    "check_result" JSONB,

    CONSTRAINT "provider_credential_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "provider_credential_organization_id_vendor_key" ON "provider_credential"("organization_id", "vendor");

ALTER TABLE "provider_credential" ADD CONSTRAINT "provider_credential_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Increases with every change of a credential, so that processes notice it.
ALTER TABLE "installation" ADD COLUMN "credentials_version" INTEGER NOT NULL DEFAULT 0;

-- Circuits and spending of organizations with their own credentials are separate. The nil UUID is the account of the installation.
ALTER TABLE "provider_circuit" ADD COLUMN "account_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE "provider_circuit" DROP CONSTRAINT "provider_circuit_pkey";
ALTER TABLE "provider_circuit" ADD CONSTRAINT "provider_circuit_pkey" PRIMARY KEY ("account_id", "provider", "location");

ALTER TABLE "provider_spend" ADD COLUMN "account_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE "provider_spend" DROP CONSTRAINT "provider_spend_pkey";
ALTER TABLE "provider_spend" ADD CONSTRAINT "provider_spend_pkey" PRIMARY KEY ("account_id", "organization_id", "day", "provider");
