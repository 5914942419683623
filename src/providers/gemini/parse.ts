import { z } from 'zod'
import type { DriverAnswer, RawAnswer } from '../../core/provider-port/driver.ts'
import { readChatAnswer } from '../formats/chat-answer.ts'
import { isChatCompletion } from '../formats/chat-completion.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../parsing/lenient.ts'
import { camelCased } from './camel-case.ts'
import { readGeneratedContent } from './generated-content.ts'
import { isInteraction, readInteraction } from './interaction.ts'
import { GivenSources, isRedirect } from './sources.ts'

const requestSchema = z.looseObject({ url: text }).catch({ url: null })
const FIELDS = ['candidates', 'promptFeedback', 'steps', 'outputs', 'choices']

/**
 * Parses generated content, an interaction or a chat completion.
 * @throws {ProviderError} of kind `drift` if it is none of them, or if it has no text although the vendor did not
 *   withhold it
 */
export function parseAnswer(raw: RawAnswer): DriverAnswer {
  const { body, locationApplied } = readStoredExchange(raw, 'gemini')
  const sources = new GivenSources(raw)
  const bodies = [body].flat().map((each) => unwrapped(camelCased(each), FIELDS))
  const [first] = bodies
  const { url } = requestSchema.parse(raw.request)
  const requested = /\/models\/([^/:]+):/.exec(url ?? '')?.[1] ?? null
  // Gateways use OpenAI's format, and so does Google's compatibility endpoint.
  if (isChatCompletion(first)) return { ...readChatAnswer(first, requested), surface: 'api', locationApplied }
  const { model, ...answer } = isInteraction(first)
    ? readInteraction(first, sources)
    : readGeneratedContent(bodies, sources)
  return {
    ...answer,
    surface: 'api',
    locationApplied,
    model: { requested, reported: model },
    citations: sources.list(),
    costUsd: null,
  }
}

/** Returns the links that only redirect to the sources of an answer. They stop working after some weeks. */
export function redirectsOf(raw: RawAnswer): readonly string[] {
  const { citations } = parseAnswer({ ...raw, redirects: {} })
  return citations.map(({ url }) => url).filter(isRedirect)
}
