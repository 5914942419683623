import { z } from 'zod'

/** A code from an authenticator app, or a recovery code. */
export const codeSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(50, 'is not a code')
