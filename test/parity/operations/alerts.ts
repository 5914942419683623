import { z } from 'zod'
import { alertEmailDefinition } from '../../../src/core/alert-emails/list.ts'
import { alertPreferencesDefinition } from '../../../src/core/alert-emails/preferences.ts'
import { newId } from '../../../src/core/foundation/ids.ts'
import { addAlert } from '../../api/alert.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { GRAPH_ONLY, mutation, PAGED, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Adds an alert to a tenant and stores its id as `alertId`. */
async function addToTenant({ world, objects }: Tenant): Promise<void> {
  objects.alertId = await addAlert(world, objects.projectId)
}

/** Names of fields in GraphQL. */
const IN_GRAPH = { runId: 'run.databaseId', previousRunId: 'previousRun.databaseId' }
const READ = { isRead: 'only members read alerts' }

const UNKNOWN_KIND = wrong('an unknown kind', { kind: 'weather' }, ['kind'])

/** Operations on alerts, their rules and mutes. */
export const ALERT_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list the alerts',
    arrange: addToTenant,
    input: () => ({ severity: 'info', kind: 'site_lost' }),
    rest: rest('GET /v1/alerts', 'listAlerts'),
    graphql: query(
      ['listAlerts', 'countAlerts', 'readMarks'],
      ['viewer', 'project', 'alerts(filter: { severity: $severity, kind: $kind })'],
      { places: IN_GRAPH, more: READ },
    ),
    mcp: tool('list_alerts', ['listAlerts'], { field: 'alerts', more: PAGED }),
    otherTenant: "the alerts belong to the key's project",
    badInput: [UNKNOWN_KIND, wrong('an unknown severity', { severity: 'urgent' }, ['severity'])],
  },
  {
    ...WITHIN_PROJECT,
    name: 'read an alert',
    arrange: addToTenant,
    input: ({ alertId = '' }) => ({ alertId }),
    rest: rest('GET /v1/alerts/{alertId}', 'readAlerts'),
    graphql: { absent: 'the field `node` reads an alert by its global id' },
    otherTenant: ({ alertId = '' }) => ({ alertId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the rules for alerts',
    rest: rest('GET /v1/alert-rules', 'listAlertRules'),
    graphql: query(['listAlertRules'], ['viewer', 'project', 'alertRules']),
    otherTenant: "the rules belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'change a rule for alerts',
    scope: 'write',
    input: () => ({
      kind: 'metric_moved',
      severity: 'critical',
      direction: 'fall',
      metrics: ['mentionRate'],
    }),
    rest: rest('PATCH /v1/alert-rules', 'updateAlertRule'),
    graphql: mutation('updateAlertRule', 'updateAlertRule', ['rule']),
    otherTenant: "the rule belongs to the key's project",
    badInput: [
      UNKNOWN_KIND,
      wrong('a filter that the kind does not have', { kind: 'site_lost', metrics: undefined }, ['direction']),
      wrong('an unknown metric', { metrics: ['beauty'] }, ['metrics.0']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the mutes',
    rest: rest('GET /v1/alert-mutes', 'listMutes'),
    graphql: query(['listMutes'], ['viewer', 'project', 'alertMutes']),
    otherTenant: "the mutes belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'mute alerts',
    scope: 'write',
    input: () => ({ kind: 'site_lost', subject: 'news.example', until: '2100-01-01T00:00:00.000Z' }),
    rest: rest('POST /v1/alert-mutes', 'muteAlerts'),
    graphql: mutation('muteAlerts', 'muteAlerts', ['mute']),
    otherTenant: "the mute belongs to the key's project",
    badInput: [
      UNKNOWN_KIND,
      wrong('an empty subject', { subject: '' }, ['subject']),
      wrong('a time in the past', { until: '2020-01-01T00:00:00.000Z' }, ['until']),
    ],
  },
]

const OF_MEMBER = {
  as: 'member',
  rest: GRAPH_ONLY.rest,
  mcp: GRAPH_ONLY.mcp,
  cli: GRAPH_ONLY.cli,
  wrongScope: { as: 'project key', code: 'FORBIDDEN' },
} as const

/** Operations on how a member hears about alerts. */
export const ALERT_INBOX_OPERATIONS: readonly Operation[] = [
  {
    ...OF_MEMBER,
    name: 'mark alerts as read',
    arrange: addToTenant,
    input: ({ projectId, alertId = '' }) => ({ projectId, alertIds: [alertId] }),
    graphql: mutation('markAlertsRead', 'markAlertsRead', []),
    result: z.object({ marked: z.int() }),
    otherTenant: ({ projectId }) => ({ projectId, alertIds: undefined }),
    badInput: [wrong('an unknown alert', { alertIds: [newId()] }, ['alertIds'])],
  },
  {
    ...OF_MEMBER,
    name: 'change how a member hears about alerts',
    input: () => ({ email: 'weekly', severity: 'critical', timeZone: 'Europe/Berlin', sendTest: true }),
    graphql: mutation('setAlertPreferences', 'setAlertPreferences', ['preferences'], {
      verbs: ['setAlertPreferences', 'testAlertEmail'],
    }),
    result: alertPreferencesDefinition,
    otherTenant: 'a project of another organization is invalid input, see below',
    badInput: [
      wrong('an unknown time zone', { timeZone: 'Mars' }, ['timeZone']),
      wrong('an unknown project', { projectIds: [newId()] }, ['projectIds']),
    ],
  },
  {
    ...OF_MEMBER,
    name: 'read how a member hears about alerts',
    graphql: query(['readAlertPreferences'], ['viewer', 'alertPreferences']),
    result: alertPreferencesDefinition,
    wrongScope: 'it is null for a key',
    otherTenant: 'the preferences belong to the session',
    badInput: 'it takes no input',
  },
  {
    ...OF_MEMBER,
    name: 'list the emails about alerts',
    graphql: query(['listAlertEmails'], ['viewer', 'alertEmails'], {
      places: { id: 'databaseId', alerts: 'alertCount', attempts: 'attemptCount' },
    }),
    result: z.array(alertEmailDefinition),
    wrongScope: 'it is null for a key',
    otherTenant: 'the emails belong to the session',
    badInput: 'it takes no input',
  },
]
