import { z } from 'zod'
import type { ProviderAnswer, RawAnswer } from '../driver.ts'
import { readChatAnswer } from '../formats/chat-answer.ts'
import { isChatCompletion } from '../formats/chat-completion.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { text } from '../reading/lenient.ts'
import { camelCased } from './camel-case.ts'
import { readGeneratedContent } from './generated-content.ts'
import { isInteraction, readInteraction } from './interaction.ts'
import { GivenSources, isRedirect } from './sources.ts'

const requestSchema = z.looseObject({ url: text }).catch({ url: null })
const FIELDS = ['candidates', 'promptFeedback', 'steps', 'outputs', 'choices']

/** @throws {ProviderError} of kind `drift` for what is neither generated content nor an interaction with text, or withheld */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, locationApplied } = readStoredExchange(raw, 'gemini')
  const sources = new GivenSources(raw)
  const bodies = [body].flat().map((each) => unwrapped(camelCased(each), FIELDS))
  const [first] = bodies
  const { url } = requestSchema.parse(raw.request)
  const requested = /\/models\/([^/:]+):/.exec(url ?? '')?.[1] ?? null
  // Gateways, and Google itself at another address, speak OpenAI's form.
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

/** The links of an answer that only redirect to its sources; they lead nowhere after some weeks. */
export function redirectsOf(raw: RawAnswer): readonly string[] {
  const { citations } = readAnswer({ ...raw, redirects: {} })
  return citations.map(({ url }) => url).filter(isRedirect)
}
