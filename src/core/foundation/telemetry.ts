/** Events that operators count. The keys are used in code, the names in Prometheus. */
export const COUNTERS = {
  units: {
    name: 'answergraph_units_total',
    help: 'Questions that ended, by status, or by error code if they failed.',
    labels: ['provider', 'outcome'],
  },
  webhookAttempts: {
    name: 'answergraph_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by the state of the delivery afterwards. pending: there will be another attempt.',
    labels: ['outcome'],
  },
  sweptRows: {
    name: 'answergraph_swept_rows_total',
    help: 'Rows that the sweep requeued, repaired or deleted, by sweep.',
    labels: ['sweep'],
  },
  jobs: {
    name: 'answergraph_jobs_total',
    help: 'Executions of jobs. failed: an unexpected error; the job is retried.',
    labels: ['job', 'outcome'],
  },
  operationCost: {
    name: 'answergraph_graphql_cost_total',
    help: 'Cost of executed GraphQL operations.',
    labels: ['operation'],
  },
  refusedRequests: {
    name: 'answergraph_overload_refused_total',
    help: 'Requests that this process refused with 503 because it was overloaded, by priority. They are not in answergraph_http_request_duration_seconds.',
    labels: ['priority'],
  },
  cachedAnswers: {
    name: 'answergraph_graphql_cache_total',
    help: 'GraphQL responses about ended runs and analyses, from the cache (hit) or not (miss).',
    labels: ['result'],
  },
} as const

/** Durations that operators measure, in seconds. Each is also counted. */
export const DURATIONS = {
  httpRequest: {
    name: 'answergraph_http_request_duration_seconds',
    help: 'HTTP requests by route and status, until the response was sent.',
    labels: ['method', 'route', 'status'],
  },
  operation: {
    name: 'answergraph_graphql_operation_duration_seconds',
    help: 'Executed GraphQL queries and mutations by name.',
    labels: ['operation', 'outcome'],
  },
  providerCall: {
    name: 'answergraph_provider_call_duration_seconds',
    help: 'Calls to providers, without the time in the queue.',
    labels: ['provider', 'outcome'],
  },
} as const

/** Quantities that rise and fall within a process. */
export const LEVELS = {
  subscriptions: {
    name: 'answergraph_graphql_subscriptions',
    help: 'Open GraphQL subscriptions of this process.',
    labels: [],
  },
} as const

type Labels<Kind extends { labels: readonly string[] }> = Readonly<Record<Kind['labels'][number], string>>

/** Reports to operators. Nothing that it receives may identify a person, a brand or an organization. */
export interface Telemetry {
  count<Name extends keyof typeof COUNTERS>(
    counter: Name,
    labels: Labels<(typeof COUNTERS)[Name]>,
    amount?: number,
  ): void
  observe<Name extends keyof typeof DURATIONS>(
    duration: Name,
    labels: Labels<(typeof DURATIONS)[Name]>,
    seconds: number,
  ): void
  /** Raises or lowers a level. */
  change(level: keyof typeof LEVELS, amount: 1 | -1): void
}

/** Discards everything, without cost. */
export const NO_TELEMETRY: Telemetry = { count() {}, observe() {}, change() {} }
