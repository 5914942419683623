-- Security events and changes of settings, by organization.
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT,
    "address" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "audit_entry_organization_id_id_idx" ON "audit_entry"("organization_id", "id");
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");

ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
