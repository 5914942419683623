/** Description of the input field `idempotencyKey`. */
export const IDEMPOTENCY_KEY_DESCRIPTION =
  'Idempotency key, 1–255 visible ASCII characters. For 24 hours, repeated mutations with the same key and input are executed and charged only once; the same key with another input returns CONFLICT.'

/** Description of the payload field `replayed`. */
export const REPLAYED_DESCRIPTION =
  'Whether this is the result of an earlier mutation with the same idempotency key.'
