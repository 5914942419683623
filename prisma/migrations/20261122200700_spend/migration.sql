-- What the answers of a provider cost on a day of UTC, for an organization and for all of them together: see core/spend.
CREATE TABLE provider_spend (
  -- The nil UUID for all organizations together. Without a foreign key: what was spent for one that is deleted stays spent.
  organization_id uuid NOT NULL,
  day date NOT NULL,
  provider text NOT NULL,
  usd numeric NOT NULL,
  questions integer NOT NULL,
  priced integer NOT NULL,
  CONSTRAINT provider_spend_pkey PRIMARY KEY (organization_id, day, provider)
);
