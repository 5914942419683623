import { permissionsOf } from '../../core/access/authorize.ts'
import {
  type FailedWebhook as FailedWebhookRecord,
  type Installation as InstallationRecord,
  listFailedWebhooks,
  listOrganizationOverviews,
  type OrganizationOverview as OrganizationOverviewRecord,
  readInstallation,
} from '../../core/monitoring/read-installation.ts'
import { builder } from '../foundation/builder.ts'
import { Plan } from './organization.ts'
import { Viewer } from './viewer.ts'

const InstallationProvider = builder
  .objectRef<{
    provider: string
    waiting: number
    oldestSeconds: number
    pausedSeconds: number | null
    spendTodayUsd: number
  }>('InstallationProvider')
  .implement({
    description: 'The work for a provider, over all organizations.',
    fields: (t) => ({
      provider: t.exposeString('provider', { description: 'Token of the provider.' }),
      waiting: t.exposeInt('waiting', { description: 'Questions to the provider without an outcome.' }),
      oldestSeconds: t.exposeFloat('oldestSeconds', {
        description:
          'Age of the oldest run or analysis with a waiting question, in seconds; 0 if none waits.',
      }),
      pausedSeconds: t.exposeFloat('pausedSeconds', {
        nullable: true,
        description: 'Seconds until the provider is asked again after failures; null if it is not paused.',
      }),
      spendTodayUsd: t.exposeFloat('spendTodayUsd', {
        description: 'Spending since midnight UTC in US dollars, with the credentials of the installation.',
      }),
    }),
  })

const InstallationOrganization = builder
  .objectRef<OrganizationOverviewRecord>('InstallationOrganization')
  .implement({
    description: 'An organization as operators see it: no data of its projects.',
    fields: (t) => ({
      organizationId: t.exposeID('id', { description: 'Id of the organization.' }),
      name: t.exposeString('name', { description: 'Name of the organization.' }),
      plan: t.expose('plan', { type: Plan, description: 'Plan of the organization.' }),
      credits: t.exposeInt('credits', { description: 'Available credits.' }),
      members: t.exposeInt('members', { description: 'Number of members.' }),
      projects: t.exposeInt('projects', { description: 'Number of projects.' }),
      unfinished: t.exposeInt('unfinished', { description: 'Runs and async analyses that have not ended.' }),
      spendTodayUsd: t.exposeFloat('spendTodayUsd', {
        description: 'Spending since midnight UTC in US dollars, with the credentials of the installation.',
      }),
      createdAt: t.expose('createdAt', {
        type: 'DateTime',
        description: 'When the organization was created.',
      }),
    }),
  })

const FailedWebhook = builder.objectRef<FailedWebhookRecord>('FailedWebhook').implement({
  description: 'A webhook that was not delivered after all attempts.',
  fields: (t) => ({
    deliveryId: t.exposeID('id', { description: 'Id of the delivery.' }),
    organizationName: t.exposeString('organizationName', { description: 'Name of the organization.' }),
    host: t.exposeString('host', { description: 'Host of the receiver.' }),
    type: t.exposeString('type', { description: 'Type of the event.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'HTTP status of the last attempt; null without a response.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the last attempt had no response; null if it had one.',
    }),
  }),
})

const Installation = builder.objectRef<InstallationRecord>('Installation').implement({
  description: 'The state of the installation, over all organizations. Only for operators.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of Answergraph in this process.' }),
    databaseVersion: t.exposeString('databaseVersion', { description: 'Version of PostgreSQL.' }),
    providers: t.field({
      type: [InstallationProvider],
      description: 'Providers with waiting questions, spending today, or a pause after failures.',
      resolve: providersOf,
    }),
    unfinishedRuns: t.int({
      description: 'Runs that have not ended.',
      resolve: ({ unfinished }) => countOf(unfinished, 'run'),
    }),
    unfinishedAnalyses: t.int({
      description: 'Async analyses that have not ended.',
      resolve: ({ unfinished }) => countOf(unfinished, 'async'),
    }),
    scheduleDelaySeconds: t.exposeFloat('scheduleDelaySeconds', {
      description: 'How late the most delayed weekly run is, in seconds.',
    }),
    pendingWebhooks: t.int({
      description: 'Webhook deliveries with an attempt to come.',
      resolve: ({ webhooks }) => webhooks.pending,
    }),
    failedWebhooks: t.field({
      type: [FailedWebhook],
      description: 'The 50 newest webhooks that were not delivered after all attempts.',
      resolve: (_, __, { ctx }) => listFailedWebhooks({ ctx }),
    }),
    organizations: t.field({
      type: [InstallationOrganization],
      description: 'All organizations, by name.',
      resolve: (_, __, { ctx }) => listOrganizationOverviews({ ctx }),
    }),
  }),
})

function countOf(rows: InstallationRecord['unfinished'], kind: string): number {
  return rows.find((row) => row.kind === kind)?.batches ?? 0
}

/** Returns one entry per provider that any part of the state mentions. */
function providersOf({ waiting, paused, spending }: InstallationRecord) {
  const tokens = new Set([...waiting, ...paused, ...spending].map(({ provider }) => provider))
  return [...tokens].sort().map((provider) => {
    const queue = waiting.find((row) => row.provider === provider)
    return {
      provider,
      waiting: queue?.questions ?? 0,
      oldestSeconds: queue?.oldestSeconds ?? 0,
      pausedSeconds: paused.find((row) => row.provider === provider)?.seconds ?? null,
      spendTodayUsd: spending.find((row) => row.provider === provider)?.usd ?? 0,
    }
  })
}

builder.objectField(Viewer, 'installation', (t) =>
  t.field({
    type: Installation,
    nullable: true,
    description: 'The state of the installation; null unless the signed-in user is an operator.',
    resolve: (_, __, { ctx }) =>
      permissionsOf(ctx).includes('installation:read') ? readInstallation({ ctx }) : null,
  }),
)
