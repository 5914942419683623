/** The description of the input field `idempotencyKey`. */
export const IDEMPOTENCY_KEY_DESCRIPTION =
  'Idempotency key, 1–255 visible ASCII characters: for 24 hours a mutation with the same key and input is carried out and charged once; with another input it is CONFLICT.'

/** The description of the payload field `replayed`. */
export const REPLAYED_DESCRIPTION =
  'Whether this is the outcome of an earlier mutation with the same idempotency key.'
