import { z } from 'zod'
import {
  type DriverAnswer,
  ProviderError,
  type Question,
  type RawAnswer,
} from '../../core/provider-port/driver.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { CITATION_KINDS } from '../../definitions/vocabulary.ts'

const REPORTED_MODEL = 'simulated-1'

const rawSchema = z.looseObject({
  requestedModel: z.string().nullable(),
  status: z.enum(['ok', 'refused', 'not_shown']),
  text: z.string(),
  citations: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string().nullable(),
      kind: z.enum(valuesOf(CITATION_KINDS)),
      spans: z.array(z.object({ start: z.int(), end: z.int() })),
    }),
  ),
  searchQueries: z.array(z.string()),
})

/**
 * Parses a generated answer. Counts one token per four characters.
 * @throws {ProviderError} of kind `drift` for anything else
 */
export function parseAnswer(raw: RawAnswer, { prompt }: Pick<Question, 'prompt'>): DriverAnswer {
  const parsed = rawSchema.safeParse(raw)
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error)
    throw new ProviderError('drift', `not a raw answer of the simulated driver: ${reason}`)
  }
  const { status, text, citations, searchQueries, requestedModel } = parsed.data
  const searched = status === 'ok'
  return {
    status,
    surface: 'simulated',
    locationApplied: 'native',
    model: { requested: requestedModel, reported: REPORTED_MODEL },
    text,
    citations,
    searchQueries,
    searched,
    usage: {
      inputTokens: Math.ceil(prompt.length / 4),
      outputTokens: Math.ceil(text.length / 4),
      searches: searched ? searchQueries.length : 0,
    },
    costUsd: null,
    partial: false,
    unrecognized: [],
  }
}
