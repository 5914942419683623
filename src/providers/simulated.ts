import { z } from 'zod'
import { type Driver, ProviderError } from './driver.ts'
import { composeAnswer } from './simulation/composition.ts'
import { weekOf } from './simulation/numbers.ts'

/** What a simulated raw artifact says of its origin, so that it is read as one whatever the provider runs on later. */
export const SIMULATED_ORIGIN = 'simulated'

const REPORTED_MODEL = 'simulated-1'

const artifactSchema = z.looseObject({
  driver: z.literal(SIMULATED_ORIGIN),
  requestedModel: z.string().nullable(),
  status: z.enum(['ok', 'refused', 'not_shown']),
  text: z.string(),
  citations: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string().nullable(),
      kind: z.enum(['cited', 'retrieved']),
      spans: z.array(z.object({ start: z.int(), end: z.int() })),
    }),
  ),
  searchQueries: z.array(z.string()),
})

/**
 * A surface that invents its answers about the brands of `SIMULATED_CATALOGUE`, and names those that the prompt names. The answer
 * depends on the prompt, the provider id, the location, the replicate and the ISO week (UTC) of the question, and on nothing else.
 * About 2 % are refusals; the id `google_ai_overview` shows nothing for about 15 %.
 */
export function createSimulatedDriver(provider: { id: string; model: string | null }): Driver {
  return {
    async ask({ prompt, location, replicate, askedAt, signal }) {
      if (signal.aborted) throw new ProviderError('retry', 'given up by the asker', { cause: signal.reason })
      const answer = composeAnswer({
        prompt,
        providerId: provider.id,
        location,
        replicate,
        week: weekOf(askedAt),
      })
      return { driver: SIMULATED_ORIGIN, requestedModel: provider.model, ...answer }
    },
    read(raw, { prompt }) {
      const parsed = artifactSchema.safeParse(raw)
      if (!parsed.success) {
        throw new ProviderError(
          'drift',
          `not an artifact of the simulated driver: ${z.prettifyError(parsed.error)}`,
        )
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
      }
    },
  }
}
