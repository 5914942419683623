import { type Driver, ProviderError } from '../../core/provider-port/driver.ts'
import { composeAnswer } from './compose-answer.ts'
import { weekOf } from './seeded-random.ts'

/**
 * Generates answers about the brands of `SIMULATED_CATALOGUE` and the brands in the prompt. An answer depends only on
 * the prompt, the provider's id, the location, the persona, the replicate and the ISO week (UTC) of the question. About 2 % of the
 * questions are refused, and `google_ai_overview` shows no answer to about 15 %.
 */
export function createAsk({ id, model }: { id: string; model: string | null }): Driver['ask'] {
  return async ({ prompt, location, persona, replicate, askedAt, signal }) => {
    if (signal.aborted)
      throw new ProviderError('retry', 'the question was canceled', { cause: signal.reason })
    const asked = persona === null ? location : `${location} ${persona}`
    const answer = composeAnswer({
      prompt,
      providerId: id,
      location: asked,
      replicate,
      week: weekOf(askedAt),
    })
    return { requestedModel: model, ...answer }
  }
}
