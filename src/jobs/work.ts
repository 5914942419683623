import { sweepAccess } from '../core/access/sweep.ts'
import { sweepLateRuns } from '../core/alert-checks/late-runs.ts'
import { sweepDigests } from '../core/alert-emails/digest.ts'
import { sweepAlertEmails } from '../core/alert-emails/queue.ts'
import { sendAlertEmail } from '../core/alert-emails/send.ts'
import { askUnit } from '../core/batches/ask.ts'
import { dispatchBatch } from '../core/batches/dispatch.ts'
import { fillQueue } from '../core/batches/fill-queue.ts'
import { sweepBatches } from '../core/batches/sweep.ts'
import type { AppCtx, AppServices } from '../core/context.ts'
import { checkFacts } from '../core/facts/check-run.ts'
import { sweepFactChecks } from '../core/facts/due.ts'
import { expectedError } from '../core/foundation/database-errors.ts'
import { newId } from '../core/foundation/ids.ts'
import { askQueue, type Job, type JobOutcome, jobIdOf, jobSchema } from '../core/foundation/jobs.ts'
import { NO_TRACING } from '../core/foundation/tracing.ts'
import { sweepIdempotency } from '../core/idempotency/claim.ts'
import { remeasureBatch, sweepMetrics } from '../core/measurements/remeasure.ts'
import { checkPages, sweepPages } from '../core/opportunities/check-pages.ts'
import { purgeProject, sweepDeletedProjects } from '../core/projects/purge.ts'
import { runCredentialCheck, sweepCredentialChecks } from '../core/provider-credentials/check.ts'
import type { ProviderAccounts } from '../core/provider-port/accounts.ts'
import { forgetRefusals } from '../core/providers/circuits.ts'
import { reextract } from '../core/reextractions/reextract.ts'
import { sweepReextractedResults, sweepReextractions } from '../core/reextractions/sweep.ts'
import { planReports, sweepReports } from '../core/report-schedules/plan.ts'
import { sendReport } from '../core/report-schedules/send.ts'
import { sweepOldRows } from '../core/retention/sweep.ts'
import { startScheduledRun, sweepScheduledRuns } from '../core/runs/start-scheduled.ts'
import { runSetup } from '../core/setup/run.ts'
import { sweepSetups } from '../core/setup/sweep.ts'
import { deliverWebhook } from '../core/webhooks/deliver.ts'
import { sweepWebhooks } from '../core/webhooks/queue.ts'
import { isDatabaseUnavailable } from '../infra/database-unavailable.ts'
import type { Queues } from '../infra/queue.ts'
import { neverOverlapping } from './never-overlapping.ts'
import {
  BACKGROUND_QUEUE,
  PAGES_QUEUE,
  REPORT_QUEUE,
  SETUP_QUEUE,
  WEBHOOK_QUEUE,
  WORK_QUEUE,
} from './queue.ts'
import { createQueueFiller, type QueueFiller } from './queue-filler.ts'

/** Milliseconds. */
const SWEEP_INTERVAL = 30_000

/** The running workers and the sweep of a process. */
export interface Workers {
  /** Resumes work after an outage of the database: requeues the jobs that were lost with it, and queues all work that is due. */
  resume(): Promise<void>
  /** Stops the sweep. The workers stop when the queues are closed. */
  stop(): void
}

/**
 * Starts workers for all queues, and the sweep, which runs immediately, every 30 s, and whenever the queue is back after an outage.
 * @param options.alone whether no other process has workers on this database. All unfinished work then belongs to a dead process,
 *   and is requeued immediately.
 */
export async function startWorkers(
  services: AppServices,
  queues: Queues,
  { alone }: { alone: boolean },
): Promise<Workers> {
  const { logger, providers, telemetry } = services.deps
  const logUnlessUnavailable = (error: unknown, message: string) => {
    // An outage of the queue or the database is logged elsewhere, only once.
    if (expectedError(error)?.code !== 'SERVICE_UNAVAILABLE') logger.error({ error }, message)
  }
  const onError = (error: Error) => logUnlessUnavailable(error, 'a job failed; it will be retried')
  const running = new Map<string, Promise<JobOutcome>>()
  const handle = async ({ data, tries }: { data: object; tries: number }) => {
    const job = jobSchema.parse(data)
    const id = jobIdOf(job)
    // If the queue has lost and requeued a job that is still running here, both share one execution, so no question is asked twice.
    const outcome = running.get(id) ?? traced(createContext(services, job.name), job, tries)
    running.set(id, outcome)
    const report = (outcome: string) => telemetry.count('jobs', { job: job.name, outcome })
    const result = await outcome
      .catch((error) => {
        report('failed')
        return retryIfUnavailable(error)
      })
      .finally(() => running.delete(id))
    report('done' in result ? 'done' : 'again')
    if (job.name === 'ask') fillerOf(askQueue(job)).count()
    if ('done' in result) return null
    return { delay: result.again, pausesQueue: result.queueWaits ?? false }
  }
  const fillers = new Map<string, QueueFiller>()
  const fillerOf = (queue: string) => {
    const existing = fillers.get(queue)
    if (existing) return existing
    const filler = createQueueFiller(() =>
      fillQueue({ ctx: createContext(services, 'fill-queue'), input: { queue } }).catch((error) =>
        logUnlessUnavailable(error, 'a queue could not be filled; the next sweep is in 30 s'),
      ),
    )
    fillers.set(queue, filler)
    return filler
  }
  const settings = [
    { name: WORK_QUEUE, concurrency: 8, rateLimit: null },
    { name: WEBHOOK_QUEUE, concurrency: 20, rateLimit: null },
    { name: SETUP_QUEUE, concurrency: 2, rateLimit: null },
    { name: REPORT_QUEUE, concurrency: 2, rateLimit: null },
    { name: PAGES_QUEUE, concurrency: 1, rateLimit: null },
    { name: BACKGROUND_QUEUE, concurrency: 1, rateLimit: null },
  ]
  // Jobs of a dead process would stay locked for a while, so they are deleted. The sweep queues all work that is due.
  if (alone) await queues.clear([...settings, ...askSettings(providers)].map(({ name }) => name))
  await forgetRefusals(services)
  const startMissing = () => {
    for (const { name, ...options } of settings) queues.work(name, { ...options, onError }, handle)
    for (const { name, ...options } of askSettings(providers))
      queues.work(name, { ...options, onError, onEmpty: fillerOf(name).fill }, handle)
  }
  startMissing()
  // New credentials can add providers and accounts. Workers without credentials remain until the process stops.
  providers.onChange(startMissing)
  await queues.ready()
  const sweeps = Object.entries(SWEEPS).map(([sweep, run]) =>
    neverOverlapping(async (input: SweepInput) => {
      try {
        const rows = await run(createContext(services, 'sweep'), input)
        telemetry.count('sweptRows', { sweep }, rows)
      } catch (error) {
        logUnlessUnavailable(error, 'a sweep failed; the next one is in 30 s')
      }
    }),
  )
  const sweep = (input: SweepInput = {}) => {
    for (const run of sweeps) run(input)
  }
  sweep(alone ? { idleFor: 0 } : {})
  queues.onReturn(() => sweep({ idleFor: 0 }))
  const timer = setInterval(() => sweep(), SWEEP_INTERVAL)
  return {
    async resume() {
      await queues.releaseLost(new Date())
      sweep({ idleFor: 0 })
    },
    stop: () => clearInterval(timer),
  }
}

/** `idleFor`: milliseconds without progress after which work counts as lost. */
type SweepInput = { idleFor?: number }

/** The sweeps by name. Each returns the number of rows that it requeued, repaired or deleted. */
const SWEEPS: Readonly<Record<string, (ctx: AppCtx, input: SweepInput) => Promise<number>>> = {
  batches: (ctx, input) => sweepBatches({ ctx, input }),
  reextractions: (ctx, input) => sweepReextractions({ ctx, input }),
  measurements: (ctx) => sweepMetrics({ ctx }),
  fact_checks: (ctx) => sweepFactChecks({ ctx }),
  cited_pages: (ctx) => sweepPages({ ctx }),
  setups: (ctx, input) => sweepSetups({ ctx, input }),
  credential_checks: (ctx, input) => sweepCredentialChecks({ ctx, input }),
  webhooks: (ctx) => sweepWebhooks({ ctx }),
  late_runs: (ctx) => sweepLateRuns({ ctx }),
  alert_emails: (ctx) => sweepAlertEmails({ ctx }),
  digests: (ctx) => sweepDigests({ ctx }),
  idempotency: (ctx) => sweepIdempotency({ ctx }),
  access: (ctx) => sweepAccess({ ctx }),
  reextracted_results: (ctx) => sweepReextractedResults({ ctx }),
  scheduled_runs: (ctx) => sweepScheduledRuns({ ctx }),
  reports: (ctx) => sweepReports({ ctx }),
  deleted_projects: (ctx) => sweepDeletedProjects({ ctx }),
  old_rows: (ctx) => sweepOldRows({ ctx }),
}

/** Returns the settings of the queues for the questions to all providers of all accounts. */
function askSettings(providers: ProviderAccounts) {
  const all = providers.all().flatMap((registry) => registry.list())
  const settings = all.map(({ id, account, concurrency, rateLimit }) => ({
    name: askQueue({ provider: id, account }),
    concurrency,
    rateLimit,
  }))
  // The registries of several accounts list the same provider of the installation.
  return [...new Map(settings.map((setting) => [setting.name, setting])).values()]
}

/** Milliseconds. With the usual exponential delays, a job might wait for minutes after the database is back. */
const DATABASE_RETRY_DELAY = 1_000

/** Makes a job run again soon if the database is unavailable. This does not count as an attempt. */
function retryIfUnavailable(error: unknown): JobOutcome {
  if (isDatabaseUnavailable(error)) return { again: DATABASE_RETRY_DELAY }
  throw error
}

/** Performs a job as part of the trace of the request that caused it. */
async function traced(ctx: AppCtx, job: Job, tries: number): Promise<JobOutcome> {
  const { tracing } = ctx.deps
  if (tracing === NO_TRACING) return perform(ctx, job, tries)
  const parent = await traceParentOf(ctx, job)
  return tracing.span(`job ${job.name}`, () => perform(ctx, job, tries), {
    kind: 'consumer',
    parent,
    attributes: { 'answergraph.tries': tries },
  })
}

async function traceParentOf({ db }: AppCtx, job: Job): Promise<string | null> {
  const where =
    'batchId' in job
      ? { id: job.batchId }
      : job.name === 'webhook'
        ? { deliveries: { some: { id: job.deliveryId } } }
        : null
  if (!where) return null
  const batch = await db.prisma.batch.findFirst({ where, select: { traceParent: true } })
  return batch?.traceParent ?? null
}

async function perform(ctx: AppCtx, job: Job, tries: number): Promise<JobOutcome> {
  switch (job.name) {
    case 'start-run':
      await startScheduledRun({ ctx, input: job })
      return { done: true }
    case 'measure':
      await remeasureBatch({ ctx, input: job })
      return { done: true }
    case 'check-facts':
      await checkFacts({ ctx, input: job })
      return { done: true }
    case 'check-pages':
      await checkPages({ ctx, input: job })
      return { done: true }
    case 'dispatch':
      await dispatchBatch({ ctx, input: job })
      return { done: true }
    case 'ask':
      return askUnit({ ctx, input: { ...job, tries } })
    case 'reextract':
      await reextract({ ctx, input: { reextractionId: job.reextractionId, tries } })
      return { done: true }
    case 'purge-project':
      await purgeProject({ ctx, input: job })
      return { done: true }
    case 'check-credential':
      await runCredentialCheck({ ctx, input: job })
      return { done: true }
    case 'setup':
      await runSetup({ ctx, input: job })
      return { done: true }
    case 'webhook':
      return deliverWebhook({ ctx, input: job })
    case 'alert-email':
      return sendAlertEmail({ ctx, input: job })
    case 'plan-reports':
      await planReports({ ctx, input: job })
      return { done: true }
    case 'send-report':
      return sendReport({ ctx, input: job })
  }
}

function createContext(services: AppServices, name: string): AppCtx {
  return { ...services, actor: { type: 'job', name }, requestId: newId() }
}
