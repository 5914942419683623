-- What an answer cost: {usd, source, priceAsOf}. Null where it is not known, and for answers that were recorded before.
ALTER TABLE result ADD COLUMN cost jsonb;
-- The sum over its results in US dollars, kept by the statement that records them. Null where no cost is known.
ALTER TABLE batch ADD COLUMN cost_usd numeric;
