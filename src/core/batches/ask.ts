import { extractWith } from '../../extraction/extract.ts'
import type { ProviderAnswer, RawAnswer } from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import { throughCircuit } from '../providers/circuits.ts'
import { observe } from '../results/observe.ts'
import { publishChange, toEvent } from './change.ts'
import { failedOutcome, judge, type UnitError } from './fail.ts'
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
  let outcome: UnitOutcome
  try {
    outcome = read(ctx, unit, raw, provider, reading)
  } catch (error) {
    return settle(ctx, unit, error, input.tries)
  }
  await record(ctx, outcome)
  return { done: true }
}

/** A question that failed, or an answer that could not be read: again later, or the end of the unit. */
async function settle(ctx: Ctx, unit: Unit, error: unknown, tries: number): Promise<AskOutcome> {
  const verdict = judge(error, tries)
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

function read(ctx: Ctx, unit: Unit, raw: RawAnswer, provider: Provider, reading: Reading): UnitOutcome {
  const answer = provider.driver.read(raw, unit)
  const { text, citations, searchQueries, searched, usage, costUsd } = answer
  const extraction = extractWith(reading.matcher, { text, citations })
  return {
    id: unit.id,
    status: answer.status,
    simulated: answer.surface === 'simulated',
    surface: answer.surface,
    locationApplied: answer.locationApplied,
    modelRequested: answer.model.requested,
    modelReported: answer.model.reported,
    error: null,
    observation: isAnswer(answer) ? observe(text, extraction, reading.snapshot) : null,
    extractionVersion: isAnswer(answer) ? extraction.extractionVersion : null,
    answeredAt: ctx.now(),
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
