import { z } from 'zod'
import type { ProviderAnswer, RawAnswer } from '../driver.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../lenient.ts'
import { camelCased } from './camel-case.ts'
import { readGeneratedContent } from './generated-content.ts'
import { isInteraction, readInteraction } from './interaction.ts'
import { GivenSources, isRedirect } from './sources.ts'

const requestSchema = z.looseObject({ url: text }).catch({ url: null })
/** What batches wrap a body in. */
const wrappedSchema = z.looseObject({ response: z.looseObject({}) })

/** @throws {ProviderError} of kind `drift` for what is neither generated content nor an interaction with text, or withheld */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, locationApplied } = readStoredExchange(raw, 'gemini')
  const sources = new GivenSources(raw)
  const bodies = [body].flat().map(unwrapped)
  const [first] = bodies
  const { model, ...answer } = isInteraction(first)
    ? readInteraction(first, sources)
    : readGeneratedContent(bodies, sources)
  const { url } = requestSchema.parse(raw.request)
  return {
    ...answer,
    surface: 'api',
    locationApplied,
    model: { requested: /\/models\/([^/:]+):/.exec(url ?? '')?.[1] ?? null, reported: model },
    citations: sources.list(),
    costUsd: null,
  }
}

/** The links of an answer that only redirect to its sources; they lead nowhere after some weeks. */
export function redirectsOf(raw: RawAnswer): readonly string[] {
  const { citations } = readAnswer({ ...raw, redirects: {} })
  return citations.map(({ url }) => url).filter(isRedirect)
}

function unwrapped(body: unknown): unknown {
  const named = camelCased(body)
  const wrapped = wrappedSchema.safeParse(named)
  return wrapped.success ? wrapped.data.response : named
}
