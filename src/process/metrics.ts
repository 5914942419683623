import type { AppServices } from '../core/context.ts'
import { COUNTERS, DURATIONS, LEVELS, type Telemetry } from '../core/foundation/telemetry.ts'
import { type InstallationState, readInstallationState } from '../core/monitoring/installation-state.ts'
import { getErrorMessage } from '../infra/error-message.ts'
import { PACKAGE_VERSION } from '../infra/package-root.ts'
import { createTelemetry, type Reading } from '../infra/telemetry.ts'

/** The metrics of a process for Prometheus. */
export interface ProcessMetrics {
  telemetry: Telemetry
  /** Returns all metrics as text, and the media type. */
  collect(services: AppServices): Promise<{ contentType: string; text: string }>
}

/** Milliseconds for which the state of the installation is reused, because several servers may collect the metrics. */
const STATE_LIFETIME = 5_000

/** Creates the metrics of this process. */
export function createProcessMetrics(): ProcessMetrics {
  const { collect, ...telemetry } = createTelemetry({
    counters: COUNTERS,
    durations: DURATIONS,
    levels: LEVELS,
  })
  let last: { state: Promise<InstallationState>; at: number } | null = null
  const readState = async (services: AppServices) => {
    if (!last || performance.now() - last.at > STATE_LIFETIME)
      last = { state: readInstallationState(services), at: performance.now() }
    return last.state
  }
  return {
    telemetry,
    async collect(services) {
      const { logger } = services.deps
      const state = await readState(services).catch((error) => {
        last = null
        // The metrics of the process are most interesting during an outage.
        logger.warn(
          { reason: getErrorMessage(error) },
          'the state of the installation could not be read for the metrics',
        )
        return null
      })
      return collect([...processReadings(services), ...(state ? stateReadings(state, services) : [])])
    },
  }
}

function processReadings({ db, deps }: AppServices): Reading[] {
  const { pool } = db
  return [
    {
      name: 'answergraph_info',
      help: 'Version of the program.',
      labels: ['version'],
      values: [{ labels: { version: PACKAGE_VERSION }, value: 1 }],
    },
    {
      name: 'answergraph_database_connections',
      help: 'Connections of the pool of this process. waiting: requests that wait for a connection.',
      labels: ['state'],
      values: [
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
      ],
    },
    {
      name: 'answergraph_spend_limit_usd',
      help: 'Limit of the spending per day in US dollars; missing without a limit.',
      labels: [],
      values: deps.spendLimit.perDay === null ? [] : [{ labels: {}, value: deps.spendLimit.perDay }],
    },
  ]
}

/** Every process reports the same state of the installation, so dashboards use `max`. */
function stateReadings(state: InstallationState, { deps }: AppServices): Reading[] {
  const tokens = deps.providers
    .of(null)
    .list()
    .map(({ id }) => id)
  /** One value for each provider, 0 for providers without a row. */
  const byProvider = <Row extends { provider: string }>(rows: readonly Row[], read: (row: Row) => number) =>
    [...new Set([...tokens, ...rows.map(({ provider }) => provider)])].map((provider) => {
      const row = rows.find((row) => row.provider === provider)
      return { labels: { provider }, value: row ? read(row) : 0 }
    })
  const single = (name: string, help: string, value: number): Reading => ({
    name,
    help,
    labels: [],
    values: [{ labels: {}, value }],
  })
  return [
    {
      name: 'answergraph_waiting_questions',
      help: 'Questions without an outcome, by provider.',
      labels: ['provider'],
      values: byProvider(state.waiting, ({ questions }) => questions),
    },
    {
      name: 'answergraph_oldest_question_seconds',
      help: 'Age of the oldest run or analysis with a waiting question, by provider; 0 if no question waits.',
      labels: ['provider'],
      values: byProvider(state.waiting, ({ oldestSeconds }) => oldestSeconds),
    },
    {
      name: 'answergraph_provider_paused',
      help: '1 if the provider is not asked at the moment, after failures, in all countries or in some.',
      labels: ['provider'],
      values: byProvider(state.paused, () => 1),
    },
    {
      name: 'answergraph_spend_today_usd',
      help: 'Spending today (UTC) with the credentials of the installation, by provider.',
      labels: ['provider'],
      values: byProvider(state.spending, ({ usd }) => usd),
    },
    {
      name: 'answergraph_unfinished_batches',
      help: 'Runs and async analyses that have not ended.',
      labels: ['kind'],
      values: ['run', 'async'].map((kind) => ({
        labels: { kind },
        value: state.unfinished.find((row) => row.kind === kind)?.batches ?? 0,
      })),
    },
    single(
      'answergraph_webhooks_pending',
      'Webhook deliveries with an attempt to come.',
      state.webhooks.pending,
    ),
    single(
      'answergraph_webhooks_overdue_seconds',
      'How late the most delayed webhook attempt is.',
      state.webhooks.overdueSeconds,
    ),
    single(
      'answergraph_webhooks_failed_today',
      'Webhook deliveries from today (UTC) without success after the last attempt.',
      state.webhooks.failedToday,
    ),
    single(
      'answergraph_schedule_delay_seconds',
      'How late the most delayed weekly run is.',
      state.scheduleDelaySeconds,
    ),
    {
      name: 'answergraph_credits_moved',
      help: 'Credits moved in the ledger since the installation exists, by kind of entry.',
      labels: ['kind'],
      values: state.credits.map(({ kind, credits }) => ({ labels: { kind }, value: credits })),
    },
    single('answergraph_credit_balance', 'Credits of all organizations together.', state.creditBalance),
    single('answergraph_organizations', 'Organizations.', state.organizations),
    single('answergraph_projects', 'Projects.', state.projects),
  ]
}
