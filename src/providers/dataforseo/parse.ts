import { z } from 'zod'
import { type DriverAnswer, ProviderError, type RawAnswer } from '../../core/provider-port/driver.ts'
import { parseAs, readStoredExchange } from '../http/stored-exchange.ts'
import { readChat } from './parse-chat.ts'
import { readAiMode, readOverview } from './parse-overview.ts'
import { surfaceName } from './settings.ts'
import { ASKED_SURFACES } from './surfaces.ts'
import { type ReadResult, readTask } from './task.ts'

const askedSchema = z.looseObject({ surface: surfaceName })

/**
 * Parses the answer of any surface.
 * @throws {ProviderError} of kind `drift` if the result has no answer and does not say that there is none
 */
export function parseAnswer(raw: RawAnswer): DriverAnswer {
  const { body, locationApplied } = readStoredExchange(raw, 'dataforseo')
  const { surface } = parseAs(askedSchema, raw, 'a raw answer of the dataforseo driver')
  const { results, costUsd } = readTask(body)
  const reads = results.map(readerOf(surface))
  const read = reads.find(({ text }) => text !== '') ?? reads[0] ?? NOTHING
  const bill = { model: { requested: null, reported: read.model }, usage: null, costUsd }
  if (read.text === '' && !read.notShown) {
    throw new ProviderError('drift', 'the result contains no text of an answer', { bill })
  }
  return {
    status: read.text === '' ? 'not_shown' : 'ok',
    surface: ASKED_SURFACES[surface].seen,
    locationApplied,
    ...bill,
    text: read.text,
    citations: read.citations,
    searchQueries: read.searchQueries,
    searched: read.searched,
    partial: false,
    ...(read.placements && { placements: read.placements }),
    unrecognized: [...read.unrecognized],
  }
}

/** Result of a search without results. */
const NOTHING: ReadResult = {
  notShown: true,
  model: null,
  text: '',
  citations: [],
  searchQueries: [],
  searched: null,
  unrecognized: new Set(),
}

function readerOf(surface: z.output<typeof surfaceName>): (result: unknown) => ReadResult {
  switch (surface) {
    case 'ai_overview':
      return readOverview
    case 'ai_mode':
      return readAiMode
    case 'chatgpt':
    case 'gemini':
      return readChat
  }
}
