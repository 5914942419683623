-- What a search volume is made from and of when it is. Null where there is no figure.
ALTER TABLE volume_estimate ADD COLUMN method text, ADD COLUMN as_of text;
-- Until now the only source was the simulated one.
UPDATE volume_estimate SET method = 'simulated', as_of = to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
WHERE monthly_volume IS NOT NULL;
-- Answers that are kept for their idempotency key are read by the same definition.
UPDATE idempotency_record
SET response = jsonb_set(
  response,
  '{data}',
  (response -> 'data')
    || jsonb_build_object('method', 'simulated', 'asOf', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
)
WHERE response -> 'data' ? 'monthlyVolume';
