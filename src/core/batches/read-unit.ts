import type { Ctx } from '../foundation/context.ts'
import type { Urgency } from '../foundation/jobs.ts'
import { judgeAnswer } from '../judgements/judge.ts'
import { readJudgement } from '../judgements/judgement.ts'
import type { Extractor } from '../observations/extractor.ts'
import {
  type ExtractedAnswer,
  parseAndExtract,
  type ReceivedAnswer,
} from '../observations/parse-and-extract.ts'
import type { RawAnswer } from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'
import type { BatchDeps } from './dependencies.ts'
import { inTurn } from './extraction-turns.ts'
import type { Unit } from './unit-loader.ts'

/**
 * Parses the answer of a unit and extracts its observation. If a judge is configured, uses the labels that an earlier,
 * interrupted attempt stored; otherwise requests new labels and extracts the observation again with them.
 * @throws {ProviderError} as {@link parseAndExtract}
 */
export async function readUnit(
  ctx: Ctx<BatchDeps>,
  unit: Unit,
  raw: RawAnswer,
  { provider, extractor, urgency }: { provider: Provider; extractor: Extractor; urgency: Urgency },
): Promise<ExtractedAnswer> {
  const { prompt, location } = unit
  const { judge } = ctx.deps
  const stored = unit.raw ? await readJudgement(ctx, unit.id) : null
  const received: ReceivedAnswer = {
    raw,
    prompt,
    location,
    judgement: stored,
    judgeBelow: stored || !judge ? null : judge.below,
  }
  const extract = (answer: ReceivedAnswer) =>
    inTurn(ctx, provider, urgency, ({ inThread }) =>
      parseAndExtract(ctx, provider, extractor, answer, { inThread }),
    )
  const reading = await extract(received)
  if (!judge || !reading.judgeRequest) return reading
  const judgement = await judgeAnswer(ctx, { judge, unitId: unit.id, request: reading.judgeRequest })
  if (!judgement) return reading
  return extract({ ...received, judgement, judgeBelow: null })
}
