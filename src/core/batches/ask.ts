import type { Ctx } from '../foundation/context.ts'
import type { JobOutcome, Urgency } from '../foundation/jobs.ts'
import { storageGate } from '../foundation/storage-gate.ts'
import type { ExtractedAnswer } from '../observations/parse-and-extract.ts'
import { toParsedAnswer } from '../observations/parsed-answer.ts'
import { loadCredentials } from '../provider-credentials/load.ts'
import { type JsonValue, ProviderError, type RawAnswer } from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'
import type { CircuitDeps } from '../providers/circuits.ts'
import { withCircuitBreaker } from '../providers/circuits.ts'
import { withinSpendLimits } from '../spend/within-limits.ts'
import { appendToAnswerLog } from './append-to-answer-log.ts'
import type { BatchEndDeps } from './batch-end.ts'
import { toBatchEvent } from './batch-state.ts'
import type { BatchDeps } from './dependencies.ts'
import { finalizeBatch } from './finalize.ts'
import { NO_PURCHASE, type Purchase, purchaseOf } from './purchase.ts'
import { readUnit } from './read-unit.ts'
import { followRedirects, redirectsIn } from './redirects.ts'
import { noLongerConfigured, spendLimitReached, type UnitError } from './unit-errors.ts'
import { decideRetry, failedUnit } from './unit-failure.ts'
import { type Unit, UnitLoader } from './unit-loader.ts'
import { type UnitOutcome, UnitRecorder } from './unit-recorder.ts'

/** Time limit of one call to a provider, in milliseconds. */
const ASK_TIMEOUT = 180_000

/** Milliseconds until a unit that waits for spend limit capacity is checked again. */
const SPEND_CHECK_INTERVAL = 500

const loaders = new WeakMap<object, UnitLoader>()
const recorders = new WeakMap<object, UnitRecorder>()

/**
 * Gets the answer for one unit, extracts its brands and sources, and records the outcome. Safe to run repeatedly and
 * concurrently for the same unit: a received answer is never paid for twice, and a unit is recorded once. While the
 * database is unavailable, received answers are kept in memory and no further questions are asked.
 */
export async function askUnit({
  ctx,
  input,
}: {
  ctx: Ctx<BatchDeps>
  /** `tries` counts from 1. */
  input: { unitId: string; tries: number; credentialsVersion?: number; urgency?: Urgency }
}): Promise<JobOutcome> {
  const loader = perDatabase(loaders, ctx, (db) => new UnitLoader(db))
  const storage = storageGate(ctx)
  // Wait before loading the unit, because another process may store its answer in the meantime.
  await storage.opened()
  const unit = await storage.run(() => loader.load(input.unitId))
  if (!unit) return { done: true }
  if (unit.status !== 'pending') {
    // A worker that dies after it has recorded the last unit leaves the batch open. Its job comes back here.
    await storage.run(() => finalizeBatch(ctx, unit.batchId))
    return { done: true }
  }
  if (ctx.deps.providers.version() < (input.credentialsVersion ?? 0))
    await storage.run(() => loadCredentials(ctx))
  const provider = ctx.deps.providers.of(unit.organizationId).find(unit.provider)
  if (!provider) return recordFailure(ctx, unit, noLongerConfigured(unit.provider))
  const { tries, urgency = 'interactive' } = input
  const work = () => answerUnit(ctx, unit, { provider, loader, tries, urgency })
  // Skip the spend limits for a question that the provider has already accepted, because it adds no cost.
  if (unit.raw || unit.pending !== null) return work()
  const { organizationId } = unit
  const outcome = await withinSpendLimits(ctx, provider, { organizationId, work })
  if ('done' in outcome) return outcome.done
  if ('wait' in outcome) return { again: SPEND_CHECK_INTERVAL, queueWaits: true }
  return recordFailure(ctx, unit, spendLimitReached(provider.id, outcome.reached))
}

/** Gets the answer for a pending unit, unless it is already stored, and records it. */
async function answerUnit(
  ctx: Ctx<BatchDeps>,
  unit: Unit,
  {
    provider,
    loader,
    tries,
    urgency,
  }: { provider: Provider; loader: UnitLoader; tries: number; urgency: Urgency },
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
    raw = await storage.run(() => recorderOf(ctx).storeArtifact(artifact), { answer: true })
  }
  raw = await withRedirects(ctx, unit, provider, raw)
  if (!raw) return { again: 0 }
  const extractor = await storage.run(() => loader.extractor(unit.batchId))
  // The batch was deleted during the provider call.
  if (!extractor) return { done: true }
  let extracted: ExtractedAnswer
  try {
    extracted = await readUnit(ctx, unit, raw, { provider, extractor, urgency })
  } catch (error) {
    // Other errors are not caused by the answer, so let the job be retried.
    if (!(error instanceof ProviderError)) throw error
    await appendToAnswerLog(ctx, unit, raw, error)
    return handleFailure(ctx, unit, error, { tries, purchase: purchaseOf(provider, raw, error.bill) })
  }
  await appendToAnswerLog(ctx, unit, raw, extracted.answer)
  const purchase = purchaseOf(provider, raw, extracted.answer)
  await record(ctx, unit, outcomeOf(unit, extracted, { purchase, at: ctx.now() }))
  return { done: true }
}

/**
 * Returns the stored answer with the targets of its redirect links. The links are followed once and the targets are
 * stored with the answer. Returns null if the process is stopping; the next process then follows the links.
 */
async function withRedirects(
  ctx: Ctx<BatchDeps>,
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

/** Schedules a retry or records the failure, after a failed call or an answer that cannot be parsed. */
async function handleFailure(
  ctx: Ctx<BatchEndDeps>,
  unit: Unit,
  error: unknown,
  { tries, purchase = NO_PURCHASE }: { tries: number; purchase?: Purchase },
): Promise<JobOutcome> {
  // The call was aborted because the process is stopping; the next process asks again.
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

function askProvider(ctx: Ctx<CircuitDeps>, unit: Unit, provider: Provider): Promise<RawAnswer> {
  const { id, prompt, location, persona, replicate, pending } = unit
  const question = {
    prompt,
    location,
    persona,
    replicate,
    askedAt: ctx.now(),
    signal: AbortSignal.any([AbortSignal.timeout(ASK_TIMEOUT), ctx.deps.stopping]),
    pending: {
      saved: pending,
      save: (saved: JsonValue) => storageGate(ctx).run(() => recorderOf(ctx).savePending({ id, saved })),
    },
  }
  return withCircuitBreaker(ctx, provider, location, () =>
    ctx.deps.tracing.span(
      `ask ${provider.id}`,
      () => measured(ctx, provider, () => provider.driver.ask(question)),
      { kind: 'client' },
    ),
  )
}

/** Reports how long a call to a provider takes. */
async function measured<T>({ deps }: Ctx, { id }: Provider, call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const report = (outcome: 'answered' | 'failed') =>
    deps.telemetry.observe('providerCall', { provider: id, outcome }, (performance.now() - startedAt) / 1_000)
  try {
    const result = await call()
    report('answered')
    return result
  } catch (error) {
    report('failed')
    throw error
  }
}

function outcomeOf(
  { id }: Unit,
  { answer, observation, discovered, extractionVersion }: ExtractedAnswer,
  { purchase, at }: { purchase: Purchase; at: Date },
): UnitOutcome {
  const { text, facts, ...columns } = toParsedAnswer(answer)
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
  ctx: Ctx<BatchEndDeps>,
  unit: Unit,
  error: UnitError,
  purchase: Purchase = NO_PURCHASE,
): Promise<JobOutcome> {
  await record(ctx, unit, failedUnit(unit.id, { error, purchase, at: ctx.now() }))
  return { done: true }
}

/** Records the outcome and publishes the new state of the batch. Ends the batch after its last unit. */
async function record(ctx: Ctx<BatchEndDeps>, { provider }: Unit, outcome: UnitOutcome): Promise<void> {
  const storage = storageGate(ctx)
  const change = await storage.run(() => recorderOf(ctx).record(outcome))
  if (change) ctx.deps.telemetry.count('units', { provider, outcome: outcome.error?.code ?? outcome.status })
  if (!change?.first) return
  const { batch } = change
  ctx.deps.events.publish(toBatchEvent(batch))
  if (batch.completed + batch.failed === batch.total) await storage.run(() => finalizeBatch(ctx, batch.id))
}

function recorderOf(ctx: Ctx): UnitRecorder {
  return perDatabase(recorders, ctx, (db) => new UnitRecorder(db))
}

function perDatabase<T>(instances: WeakMap<object, T>, ctx: Ctx, make: (db: Ctx['db']) => T): T {
  const existing = instances.get(ctx.db)
  if (existing) return existing
  const instance = make(ctx.db)
  instances.set(ctx.db, instance)
  return instance
}
