import { z } from 'zod'
import type { AnswerCitation, DriverAnswer, RawAnswer } from '../../core/provider-port/driver.ts'
import { parseAs } from '../http/stored-exchange.ts'
import { spanWithin } from '../parsing/spans.ts'
import { recordedReference, recordedStatus } from './recorded.ts'

const rawSchema = z.looseObject({
  requestedModel: z.string().nullable(),
  /** Null if the file has no answer to the prompt. */
  line: z.int().nullable(),
  text: z.string(),
  citations: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string().nullable(),
      ...recordedReference,
    }),
  ),
  status: recordedStatus.default('ok'),
  reportedModel: z.string().nullable().default(null),
  searched: z.boolean().nullable().default(null),
  searchQueries: z.array(z.string()).default([]),
  partial: z.boolean().default(false),
})

/**
 * Parses a recorded answer. The status is `not_shown` if there is no answer or it is blank.
 * @throws {ProviderError} of kind `drift` for anything else
 */
export function parseAnswer(raw: RawAnswer): DriverAnswer {
  const { requestedModel, text, citations, status, reportedModel, ...recorded } = parseAs(
    rawSchema,
    raw,
    'a raw answer of the replay driver',
  )
  const shown = text.trim() !== ''
  return {
    status: shown || status === 'refused' ? status : 'not_shown',
    surface: 'replay',
    locationApplied: 'none',
    model: { requested: requestedModel, reported: reportedModel },
    text: shown && status !== 'not_shown' ? text : '',
    citations: citations.map(
      ({ url, title, kind, spans }): AnswerCitation => ({
        url,
        title,
        kind,
        spans: spans.filter(({ start, end }) => spanWithin(text, start, end) !== null),
      }),
    ),
    searchQueries: recorded.searchQueries,
    searched: recorded.searched,
    usage: null,
    costUsd: null,
    partial: recorded.partial,
    unrecognized: [],
  }
}
