import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { CITATION_KINDS } from '../../definitions/vocabulary.ts'
import { extract } from '../../extraction/extract.ts'

const offset = z.int().nonnegative()

const sourceSchema = z.object({
  url: z.string(),
  title: z.string().nullable().default(null),
  kind: z.enum(valuesOf(CITATION_KINDS)).default('cited'),
  spans: z.array(z.object({ start: offset, end: offset })).default([]),
})

const inputSchema = z.object({
  text: z.string('must be a text'),
  entities: z.array(
    z.object({
      name: z.string('must be a text').min(1, 'must not be empty'),
      aliases: z.array(z.string()).optional(),
      domains: z.array(z.string()).optional(),
    }),
    'must be a list of {name, aliases?, domains?}',
  ),
  citations: z
    .array(z.union([z.string().transform((url) => sourceSchema.parse({ url })), sourceSchema]))
    .optional(),
})

/**
 * Extracts the facts from an answer `{text, entities, citations?}`.
 * @throws {AppError} BAD_REQUEST
 */
export function extractAnswer(answer: unknown): object {
  const { text, entities, citations } = parse(inputSchema, answer)
  return extract({ text, entities, ...(citations && { citations }) })
}
