import type { RawAnswer } from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { judgeAnswer } from '../judgements/judge.ts'
import { readJudgement } from '../judgements/judgement.ts'
import type { Extractor } from '../observations/extractor.ts'
import { type AnswerReading, type ReceivedAnswer, readAnswer } from '../observations/read-answer.ts'
import type { Unit } from './unit-loader.ts'

/**
 * Reads the answer of a unit, with the labels of a judge where there is one: those that an earlier, interrupted attempt stored,
 * or new ones, with which the answer is read once more.
 * @throws {ProviderError} as {@link readAnswer}
 */
export async function readUnit(
  ctx: Ctx,
  unit: Unit,
  raw: RawAnswer,
  { provider, extractor }: { provider: Provider; extractor: Extractor },
): Promise<AnswerReading> {
  const { prompt, location } = unit
  const { judge } = ctx.deps
  const known = unit.raw ? await readJudgement(ctx, unit.id) : null
  const received: ReceivedAnswer = {
    raw,
    prompt,
    location,
    judgement: known,
    toJudge: !known && judge !== null,
  }
  const reading = await readAnswer(ctx, provider, extractor, received)
  if (!judge || !reading.judgeRequest) return reading
  const judgement = await judgeAnswer(ctx, { judge, unitId: unit.id, request: reading.judgeRequest })
  if (!judgement) return reading
  return readAnswer(ctx, provider, extractor, { ...received, judgement, toJudge: false })
}
