import type { Column } from '../../components/column.ts'
import { numberColumn, textColumn, timeColumn } from '../../components/columns.tsx'
import { day, dollars } from '../../formatting/format.ts'
import { PLAN_WORDS } from '../organization/projects.tsx'
import type { Installation } from './documents.ts'

type Provider = Installation['providers'][number]
type Organization = Installation['organizations'][number]
type FailedWebhook = Installation['failedWebhooks'][number]

/** A column with spending of today. */
function spendColumn<Row extends { spendTodayUsd: number }>(): Column<Row> {
  return {
    id: 'spend',
    title: 'Spent today',
    numeric: true,
    value: ({ spendTodayUsd }) => spendTodayUsd,
    cell: ({ spendTodayUsd }) => dollars(spendTodayUsd),
  }
}

/** Returns a duration in the largest unit that is at least 1, such as `3 min`. */
function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}

export const PROVIDERS: Column<Provider>[] = [
  textColumn('provider', 'Provider', ({ provider }) => provider),
  numberColumn('waiting', 'Waiting questions', ({ waiting }) => waiting),
  {
    id: 'oldest',
    title: 'Oldest',
    numeric: true,
    value: ({ oldestSeconds }) => oldestSeconds,
    cell: ({ waiting, oldestSeconds }) => (waiting > 0 ? duration(oldestSeconds) : '–'),
  },
  {
    id: 'paused',
    title: 'State',
    value: ({ pausedSeconds }) => pausedSeconds,
    cell: ({ pausedSeconds }) =>
      pausedSeconds === null ? 'available' : `paused for ${duration(pausedSeconds)}`,
  },
  spendColumn(),
]

export const ORGANIZATIONS: Column<Organization>[] = [
  textColumn('name', 'Organization', ({ name }) => name),
  { id: 'plan', title: 'Plan', value: ({ plan }) => plan, cell: ({ plan }) => PLAN_WORDS[plan] },
  numberColumn('credits', 'Credits', ({ credits }) => credits),
  numberColumn('members', 'Members', ({ members }) => members),
  numberColumn('projects', 'Projects', ({ projects }) => projects),
  numberColumn('unfinished', 'Unfinished', ({ unfinished }) => unfinished),
  spendColumn(),
  timeColumn('created', 'Created', ({ createdAt }) => createdAt, { format: day }),
]

export const FAILED_WEBHOOKS: Column<FailedWebhook>[] = [
  textColumn('organization', 'Organization', ({ organizationName }) => organizationName),
  textColumn('host', 'Receiver', ({ host }) => host),
  textColumn('type', 'Event', ({ type }) => type),
  textColumn(
    'result',
    'Last attempt',
    ({ statusCode, error }) => error ?? (statusCode ? `HTTP ${statusCode}` : null),
  ),
  timeColumn('created', 'Time', ({ createdAt }) => createdAt),
]
