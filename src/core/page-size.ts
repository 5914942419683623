import { z } from 'zod'

/** How many items of a list are asked for: at least 1, and never more than `most`, to which more is lowered (contract §3). */
export function pageSizeSchema({ usual, most }: { usual: number; most: number }) {
  return z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(usual)
    .transform((size) => Math.min(size, most))
}
