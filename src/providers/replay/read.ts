import { z } from 'zod'
import { type AnswerCitation, type ProviderAnswer, ProviderError, type RawAnswer } from '../driver.ts'

const rawSchema = z.looseObject({
  requestedModel: z.string().nullable(),
  /** Null when the file has no answer to the prompt. */
  line: z.int().nullable(),
  text: z.string(),
  citations: z.array(z.looseObject({ url: z.string(), title: z.string().nullable() })),
})

/**
 * Parses a recorded answer; its status is `not_shown` when there is none or it is blank.
 * @throws {ProviderError} of kind `drift` for anything else
 */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const parsed = rawSchema.safeParse(raw)
  if (!parsed.success) {
    throw new ProviderError(
      'drift',
      `not a raw answer of the replay driver: ${z.prettifyError(parsed.error)}`,
    )
  }
  const { requestedModel, text, citations } = parsed.data
  const shown = text.trim() !== ''
  return {
    status: shown ? 'ok' : 'not_shown',
    surface: 'replay',
    locationApplied: 'none',
    model: { requested: requestedModel, reported: null },
    text: shown ? text : '',
    citations: citations.map(({ url, title }): AnswerCitation => ({ url, title, kind: 'cited', spans: [] })),
    searchQueries: [],
    searched: null,
    usage: null,
    costUsd: null,
    partial: false,
    unrecognized: [],
  }
}
