import { type JsonValue, ProviderError, type RawAnswer } from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx } from '../context.ts'
import type { JobOutcome } from '../jobs.ts'
import type { AnswerReading } from '../observations/read-answer.ts'
import { readingOf } from '../observations/reading.ts'
import { throughCircuit } from '../providers/circuits.ts'
import { withinSpendLimits } from '../spend/within-limits.ts'
import { storageGate } from '../storage-gate.ts'
import { toBatchEvent } from './batch-state.ts'
import { finalizeBatch } from './finalize.ts'
import { NO_PURCHASE, type Purchase, purchaseOf } from './purchase.ts'
import { readUnit } from './read-unit.ts'
import { recordAnswer } from './record-answer.ts'
import { followRedirects, redirectsIn } from './redirects.ts'
import { noLongerConfigured, spendLimitReached, type UnitError } from './unit-errors.ts'
import { decideRetry, failedUnit } from './unit-failure.ts'
import { type Unit, UnitLoader } from './unit-loader.ts'
import { type UnitOutcome, UnitRecorder } from './unit-recorder.ts'

/** Time limit of one call to a provider, in milliseconds. */
const ASK_TIMEOUT = 180_000

/** Milliseconds after which it is checked again whether questions under way leave room for another one within the limits. */
const SPEND_CHECK_INTERVAL = 500

const loaders = new WeakMap<object, UnitLoader>()
const recorders = new WeakMap<object, UnitRecorder>()

/**
 * Gets the answer for one unit, extracts it and records the outcome. Safe to run several times for one unit, also
 * concurrently: an answer that was received is never paid for again, and a unit is recorded once. While the database cannot be
 * used, received answers are kept until it can, and no further ones are asked for.
 */
export async function askUnit({
  ctx,
  input,
}: {
  ctx: Ctx
  /** `tries` counts from 1. */
  input: { unitId: string; tries: number }
}): Promise<JobOutcome> {
  const loader = perDatabase(loaders, ctx, (db) => new UnitLoader(db))
  const storage = storageGate(ctx)
  // Before the unit is loaded: another process may have stored its answer meanwhile.
  await storage.opened()
  const unit = await storage.run(() => loader.load(input.unitId))
  if (unit?.status !== 'pending') return { done: true }
  const provider = ctx.deps.providers.find(unit.provider)
  if (!provider) return recordFailure(ctx, unit, noLongerConfigured(unit.provider))
  const work = () => answerUnit(ctx, unit, { provider, loader, tries: input.tries })
  // What a provider has accepted already costs nothing more.
  if (unit.raw || unit.pending !== null) return work()
  const { organizationId } = unit
  const outcome = await withinSpendLimits(ctx, provider, { organizationId, work })
  if ('done' in outcome) return outcome.done
  if ('wait' in outcome) return { again: SPEND_CHECK_INTERVAL, queueWaits: true }
  return recordFailure(ctx, unit, spendLimitReached(provider.id, outcome.reached))
}

/** Gets the answer for a pending unit, unless it is stored already, and records it. */
async function answerUnit(
  ctx: Ctx,
  unit: Unit,
  { provider, loader, tries }: { provider: Provider; loader: UnitLoader; tries: number },
): Promise<JobOutcome> {
  const storage = storageGate(ctx)
  let raw = unit.raw
  if (!raw) {
    try {
      raw = await askProvider(ctx, unit, provider)
    } catch (error) {
      return handleFailure(ctx, unit, error, { tries })
    }
    const artifact = { id: unit.id, raw }
    await storage.run(() => recorderOf(ctx).storeArtifact(artifact), { answer: true })
  }
  raw = await withRedirects(ctx, unit, provider, raw)
  if (!raw) return { again: 0 }
  const extractor = await storage.run(() => loader.extractor(unit.batchId))
  // The batch was deleted while the provider was asked.
  if (!extractor) return { done: true }
  let reading: AnswerReading
  try {
    reading = await readUnit(ctx, unit, raw, { provider, extractor })
  } catch (error) {
    // Anything else is no fault of the answer: the job is tried again.
    if (!(error instanceof ProviderError)) throw error
    await recordAnswer(ctx, unit, raw, error)
    return handleFailure(ctx, unit, error, { tries, purchase: purchaseOf(provider, raw, error.bill) })
  }
  await recordAnswer(ctx, unit, raw, reading.answer)
  const purchase = purchaseOf(provider, raw, reading.answer)
  await record(ctx, outcomeOf(unit, reading, { purchase, at: ctx.now() }))
  return { done: true }
}

/**
 * The stored answer with the targets of its links that only redirect, which are followed once and stored with it. Null if the
 * process stops meanwhile: the next one follows them.
 */
async function withRedirects(
  ctx: Ctx,
  { id }: Unit,
  provider: Provider,
  raw: RawAnswer,
): Promise<RawAnswer | null> {
  if (raw.redirects !== undefined) return raw
  const links = await redirectsIn(ctx, provider, raw)
  if (links.length === 0) return raw
  const redirects = await followRedirects(ctx, links)
  if (ctx.deps.stopping.aborted) return null
  await storageGate(ctx).run(() => recorderOf(ctx).storeRedirects({ id, redirects }))
  return { ...raw, redirects }
}

/** After a failed call, or an answer that cannot be parsed: try again later, or record the failure. */
async function handleFailure(
  ctx: Ctx,
  unit: Unit,
  error: unknown,
  { tries, purchase = NO_PURCHASE }: { tries: number; purchase?: Purchase },
): Promise<JobOutcome> {
  // Cancelled because the process stops: the next one asks.
  if (ctx.deps.stopping.aborted) return { again: 0 }
  const decision = decideRetry(error, tries)
  if ('again' in decision) return decision
  const { id, provider } = unit
  ctx.deps.logger.warn(
    { unitId: id, provider, code: decision.error.code, error },
    'unit failed: no answer from the provider',
  )
  return recordFailure(ctx, unit, decision.error, purchase)
}

function askProvider(ctx: Ctx, unit: Unit, provider: Provider): Promise<RawAnswer> {
  const { id, prompt, location, replicate, pending } = unit
  const question = {
    prompt,
    location,
    replicate,
    askedAt: ctx.now(),
    signal: AbortSignal.any([AbortSignal.timeout(ASK_TIMEOUT), ctx.deps.stopping]),
    pending: {
      saved: pending,
      save: (saved: JsonValue) => storageGate(ctx).run(() => recorderOf(ctx).savePending({ id, saved })),
    },
  }
  return throughCircuit(ctx, provider, () => provider.driver.ask(question))
}

function outcomeOf(
  { id }: Unit,
  { answer, observation, discovered, extractionVersion }: AnswerReading,
  { purchase, at }: { purchase: Purchase; at: Date },
): UnitOutcome {
  const { text, facts, ...columns } = readingOf(answer)
  return {
    id,
    ...columns,
    error: null,
    ...purchase,
    observation,
    discovered,
    extractionVersion,
    answeredAt: at,
    answer: { text, facts },
  }
}

async function recordFailure(
  ctx: Ctx,
  { id }: Unit,
  error: UnitError,
  purchase: Purchase = NO_PURCHASE,
): Promise<JobOutcome> {
  await record(ctx, failedUnit(id, { error, purchase, at: ctx.now() }))
  return { done: true }
}

/** Records the outcome and publishes it; after the last unit it ends the batch. */
async function record(ctx: Ctx, outcome: UnitOutcome): Promise<void> {
  const storage = storageGate(ctx)
  const change = await storage.run(() => recorderOf(ctx).record(outcome))
  if (!change?.first) return
  const { batch } = change
  ctx.deps.events.publish(toBatchEvent(batch))
  if (batch.completed + batch.failed === batch.total) await storage.run(() => finalizeBatch(ctx, batch.id))
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
