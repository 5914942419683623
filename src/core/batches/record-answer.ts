import type { ProviderAnswer, ProviderError, RawAnswer } from '../../providers/driver.ts'
import type { Ctx } from '../context.ts'
import type { Unit } from './unit-loader.ts'

/**
 * Appends a real answer to the file RECORD_ANSWERS, if there is one: as a line that the replay driver answers with, and with
 * what the provider sent; for one that could not be read, with the reason instead. A line that cannot be written is logged: it
 * must not cost the answer.
 */
export async function recordAnswer(
  { deps: { answerLog, logger }, now }: Ctx,
  unit: Unit,
  raw: RawAnswer,
  answer: ProviderAnswer | ProviderError,
): Promise<void> {
  if (!answerLog || raw.driver === 'simulated' || raw.driver === 'replay') return
  const { id, prompt, provider, location, replicate } = unit
  const asked = { prompt, provider, location, replicate, recordedAt: now().toISOString() }
  const line =
    'text' in answer ? { ...asked, ...replayed(answer) } : { ...asked, text: '', error: answer.message }
  try {
    await answerLog.append({ ...line, raw })
  } catch (error) {
    logger.warn({ unitId: id, error }, 'the answer could not be appended to RECORD_ANSWERS')
  }
}

function replayed({ status, text, citations, model, searched, searchQueries, partial }: ProviderAnswer) {
  return { status, text, citations, model: model.reported, searched, searchQueries, partial }
}
