import { extractWith } from '../../extraction/extract.ts'
import type { Extraction } from '../../extraction/observation.ts'
import type { ProviderAnswer, RawAnswer } from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { judgeAnswer } from '../judgements/judge.ts'
import { readJudgement } from '../judgements/read.ts'
import type { JudgementRecord } from '../judgements/record.ts'
import { throughCircuit } from '../providers/circuits.ts'
import { observe } from '../results/observe.ts'
import { publishChange, toEvent } from './change.ts'
import { failedOutcome, type UnitError, verdictOn } from './fail.ts'
import { finalizeBatch } from './finalize.ts'
import { type UnitOutcome, UnitRecorder } from './record.ts'
import { type Reading, type Unit, UnitLoader } from './unit.ts'

/** The longest a provider may take, in milliseconds. */
const ASK_TIMEOUT = 180_000

/** What is to become of the job: nothing more, or the same again after a pause (milliseconds). */
export type AskOutcome = { done: true } | { again: number }

const loaders = new WeakMap<object, UnitLoader>()
const recorders = new WeakMap<object, UnitRecorder>()

/**
 * Gets the answer of one unit, reads it and records it. May run any number of times for one unit, also at once: an answer
 * that was received is never bought again, and a unit is recorded once.
 */
export async function askUnit({
  ctx,
  input,
}: {
  ctx: Ctx
  /** `tries` counts from 1. */
  input: { unitId: string; tries: number }
}): Promise<AskOutcome> {
  const loader = perDatabase(loaders, ctx, (db) => new UnitLoader(db))
  const unit = await loader.load(input.unitId)
  if (unit?.status !== 'pending') return { done: true }
  const provider = ctx.deps.providers.find(unit.provider)
  if (!provider) {
    return giveUp(ctx, unit, {
      code: 'PROVIDER_REFUSED_REQUEST',
      message: `The provider ${unit.provider} is no longer configured.`,
    })
  }
  let raw = unit.raw
  if (!raw) {
    try {
      raw = await buy(ctx, unit, provider)
    } catch (error) {
      return settle(ctx, unit, error, input.tries)
    }
    await recorderOf(ctx).keep({ id: unit.id, raw })
  }
  const reading = await loader.reading(unit.batchId)
  // Deleted while the provider thought.
  if (!reading) return { done: true }
  let read: ReadAnswer
  try {
    read = readAnswer(ctx, unit, raw, provider, reading)
  } catch (error) {
    return settle(ctx, unit, error, input.tries)
  }
  const judgement = await judgementOf(ctx, unit, read)
  await record(ctx, outcomeOf(unit, read, judgement, reading))
  return { done: true }
}

/** A question that failed, or an answer that could not be read: again later, or the end of the unit. */
async function settle(ctx: Ctx, unit: Unit, error: unknown, tries: number): Promise<AskOutcome> {
  const verdict = verdictOn(error, tries)
  if ('again' in verdict) return verdict
  const { id, provider } = unit
  ctx.deps.logger.warn({ unitId: id, provider, code: verdict.error.code, error }, 'a unit has no answer')
  return giveUp(ctx, unit, verdict.error)
}

function buy(ctx: Ctx, unit: Unit, provider: Provider): Promise<RawAnswer> {
  const { prompt, location, replicate } = unit
  const question = {
    prompt,
    location,
    replicate,
    askedAt: ctx.now(),
    signal: AbortSignal.timeout(ASK_TIMEOUT),
  }
  return throughCircuit(ctx, provider, () => provider.driver.ask(question))
}

/** An answer with what the rules found in it. */
interface ReadAnswer {
  answer: ProviderAnswer
  extraction: Extraction
  answeredAt: Date
}

function readAnswer(ctx: Ctx, unit: Unit, raw: RawAnswer, provider: Provider, reading: Reading): ReadAnswer {
  const answer = provider.driver.read(raw, unit)
  return { answer, extraction: extractWith(reading.matcher, answer), answeredAt: ctx.now() }
}

/** What a judge says of it, or has said to somebody who died with it. */
async function judgementOf(
  ctx: Ctx,
  unit: Unit,
  { answer, extraction }: ReadAnswer,
): Promise<JudgementRecord | null> {
  if (!isAnswer(answer)) return null
  const known = unit.raw ? await readJudgement(ctx, unit.id) : null
  const { judge } = ctx.deps
  if (known || !judge) return known
  return judgeAnswer({ ctx, input: { judge, unitId: unit.id, text: answer.text, extraction } })
}

function outcomeOf(
  { id }: Unit,
  { answer, extraction, answeredAt }: ReadAnswer,
  judgement: JudgementRecord | null,
  { snapshot }: Reading,
): UnitOutcome {
  const { text, searchQueries, searched, usage, costUsd } = answer
  return {
    id,
    status: answer.status,
    simulated: answer.surface === 'simulated',
    surface: answer.surface,
    locationApplied: answer.locationApplied,
    modelRequested: answer.model.requested,
    modelReported: answer.model.reported,
    error: null,
    observation: isAnswer(answer) ? observe(text, extraction, snapshot, judgement) : null,
    extractionVersion: isAnswer(answer) ? extraction.extractionVersion : null,
    answeredAt,
    answer: { text, facts: { searchQueries, searched, usage, costUsd } },
  }
}

function isAnswer({ status }: ProviderAnswer): boolean {
  return status === 'ok'
}

async function giveUp(ctx: Ctx, unit: Unit, error: UnitError): Promise<AskOutcome> {
  await record(ctx, failedOutcome(unit.id, error, ctx.now()))
  return { done: true }
}

/** Records, tells, and ends the batch with its last unit. */
async function record(ctx: Ctx, outcome: UnitOutcome): Promise<void> {
  const change = await recorderOf(ctx).record(outcome)
  if (!change?.first) return
  const { batch } = change
  await publishChange(ctx, toEvent(batch))
  if (batch.completed + batch.failed === batch.total)
    await finalizeBatch({ ctx, input: { batchId: batch.id } })
}

function recorderOf(ctx: Ctx): UnitRecorder {
  return perDatabase(recorders, ctx, (db) => new UnitRecorder(db))
}

function perDatabase<T>(instances: WeakMap<object, T>, ctx: Ctx, make: (db: Ctx['db']) => T): T {
  const known = instances.get(ctx.db)
  if (known) return known
  const made = make(ctx.db)
  instances.set(ctx.db, made)
  return made
}
