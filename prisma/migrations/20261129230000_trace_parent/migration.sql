-- The operation that started the batch, as in the header traceparent. Null without tracing.
ALTER TABLE batch ADD COLUMN trace_parent text;
