-- Why a provider is not asked, for operators.
ALTER TABLE provider_circuit ADD COLUMN refused boolean NOT NULL DEFAULT false, ADD COLUMN message text;
