import { z } from 'zod'

/** A number, also written as a text; null for anything else. */
export const numeric = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)
