import { z } from 'zod'
import { countrySchema } from '../question.ts'

/** A text of a filter. PostgreSQL refuses texts with NUL. */
export const filterTextSchema = z
  .string('must be a text')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

/** Filters that results and trends have in common. */
export const filterFields = {
  provider: filterTextSchema.optional().describe('A provider id or its alias.'),
  location: countrySchema.optional().describe('ISO 3166-1 alpha-2 code in upper case, such as US.'),
  tag: filterTextSchema.optional().describe('Name of a tag of prompts, in any case.'),
}
