import type { Ctx } from '../foundation/context.ts'
import type { ProviderAnswer, ProviderError, RawAnswer } from '../provider-port/driver.ts'
import type { BatchDeps } from './dependencies.ts'
import type { Unit } from './unit-loader.ts'

/**
 * Appends a real answer to the file RECORD_ANSWERS, if it is configured. The line has the format of the replay driver,
 * plus the raw response of the provider; an answer that could not be parsed has the error message instead of a text. If
 * the line cannot be written, this is only logged, so that the answer is not lost.
 */
export async function appendToAnswerLog(
  { deps: { answerLog, logger }, now }: Ctx<BatchDeps>,
  unit: Unit,
  raw: RawAnswer,
  answer: ProviderAnswer | ProviderError,
): Promise<void> {
  if (!answerLog || raw.driver === 'simulated' || raw.driver === 'replay') return
  const { id, prompt, provider, location, persona, replicate } = unit
  const question = {
    prompt,
    provider,
    location,
    ...(persona !== null && { persona }),
    replicate,
    recordedAt: now().toISOString(),
  }
  const line =
    'text' in answer ? { ...question, ...replayed(answer) } : { ...question, text: '', error: answer.message }
  try {
    await answerLog.append({ ...line, raw })
  } catch (error) {
    logger.warn({ unitId: id, error }, 'the answer could not be appended to RECORD_ANSWERS')
  }
}

function replayed({ status, text, citations, model, searched, searchQueries, partial }: ProviderAnswer) {
  return { status, text, citations, model: model.reported, searched, searchQueries, partial }
}
