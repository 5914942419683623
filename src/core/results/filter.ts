import { z } from 'zod'

/** A text to look for; PostgreSQL could not even look for NUL. */
export const soughtTextSchema = z
  .string('must be a text')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

/** Filters that results and trends have in common. */
export const filterFields = {
  provider: soughtTextSchema.optional().describe('A provider id or its alias.'),
  location: soughtTextSchema.optional().describe('Exact ISO 3166-1 alpha-2 code.'),
  tag: soughtTextSchema.optional(),
}
