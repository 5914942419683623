-- The deliveries of one analysis, also when it is deleted.
CREATE INDEX "webhook_delivery_batch_id_idx" ON "webhook_delivery" ("batch_id");
