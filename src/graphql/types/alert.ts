import {
  ALERT_KINDS,
  ALERT_PARTS,
  ALERT_SEVERITIES,
  type AlertRecord,
  alertBudgetDefinition,
  alertDefinition,
  alertEvidenceDefinition,
  alertFailuresDefinition,
  alertFiguresDefinition,
  alertQuoteDefinition,
} from '../../core/alerts/definition.ts'
import { alertMuteDefinition, listMutes, MAXIMUM_MUTES } from '../../core/alerts/mutes.ts'
import { type AlertFilter, countAlerts, listAlerts, readAlerts, readMarks } from '../../core/alerts/read.ts'
import { ALERT_DIRECTIONS, alertRuleDefinition } from '../../core/alerts/rules.ts'
import { listAlertRules } from '../../core/alerts/update-rule.ts'
import { readRuns } from '../../core/runs/read.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { exposeFields, objectType } from '../foundation/derive.ts'
import { omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { type PageArguments, readConnectionById } from '../foundation/page.ts'
import { Organization } from './organization.ts'
import { loadProject, Project } from './project.ts'
import { AnalysisRun } from './run.ts'

export const AlertKindType = enumType('AlertKind', {
  description: 'Rules that raise alerts.',
  values: ALERT_KINDS,
})
export const AlertSeverityType = enumType('AlertSeverity', {
  description: 'How urgent an alert is, in ascending order.',
  values: ALERT_SEVERITIES,
})
enumType('AlertPart', { description: 'Part of a run that a metric can move in.', values: ALERT_PARTS })
export const AlertDirectionType = enumType('AlertDirection', {
  description: 'Directions in which a metric can move.',
  values: ALERT_DIRECTIONS,
})

objectType('AlertFigures', alertFiguresDefinition, 'The figures of a change.', {
  rename: { prompts: 'promptCount' },
})
objectType('AlertQuote', alertQuoteDefinition, 'A passage of an answer that shows what an alert is about.', {
  rename: { prompt: 'promptText' },
})
objectType('AlertFailures', alertFailuresDefinition, 'Questions to a provider without a readable answer.')
objectType('AlertBudget', alertBudgetDefinition, 'What is left of the credits or of a daily limit.')
const METRIC = 'Name of the metric that moved, as in the fields of a run’s metrics, such as `mentionRate`.'
objectType('AlertEvidence', alertEvidenceDefinition, 'What an alert is about, and what shows it.', {
  omit: ['metric', 'dueAt'],
  fields: (t) => ({
    metric: t.exposeString('metric', { nullable: true, description: METRIC }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: fieldsOf(alertEvidenceDefinition)('dueAt').description,
      resolve: ({ dueAt }) => (dueAt === null ? null : new Date(dueAt)),
    }),
  }),
})

export const Alert = builder.objectRef<AlertRecord>('Alert')

builder.node(Alert, {
  description: 'A real change or a problem of a project.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', fieldsOf(alertDefinition)('id')),
    ...exposeFields(t, alertDefinition, { omit: ['id', 'runId', 'previousRunId'] }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: alertDefinition.shape.runId.description ?? '',
      resolve: ({ runId }, _, { load }) => (runId === null ? null : load(readRuns, runId)),
    }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: alertDefinition.shape.previousRunId.description ?? '',
      resolve: ({ previousRunId }, _, { load }) =>
        previousRunId === null ? null : load(readRuns, previousRunId),
    }),
    isRead: t.boolean({
      description: 'Whether the signed-in member has read the alert; false for an API key.',
      resolve: ({ id }, _, { load }) => load(readMarks, id),
    }),
    project: t.field({
      type: Project,
      description: 'Project of the alert.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Alert, ({ ctx }, ids) => readAlerts({ ctx, input: { ids } }))

const AlertConnection = builder.connectionObject(
  { type: Alert, name: 'AlertConnection', description: 'A page of alerts.' },
  { name: 'AlertEdge', description: 'An alert and its position in the list.' },
)

const AlertFilterInput = builder.inputType('AlertFilter', {
  description: 'Selects alerts. An alert must match all given fields.',
  fields: (t) => ({
    severity: t.field({ type: AlertSeverityType, description: 'Only alerts of at least this severity.' }),
    kind: t.field({ type: AlertKindType, description: 'Only alerts of this kind.' }),
    unread: t.boolean({ description: 'Only alerts that the signed-in member has not read.' }),
  }),
})

const listArguments = builder.args((t) => ({
  filter: t.field({ type: AlertFilterInput, description: 'The alerts to list; defaults to all.' }),
}))

function alertsOf(
  { load }: GraphqlContext,
  { filter: given, ...args }: PageArguments & { filter?: Nullish<AlertFilter> },
  { id, of }: { id: string; of: 'project' | 'organization' },
) {
  const filter: AlertFilter = omitNullish(given ?? {})
  return readConnectionById(args, `alerts:${id}:${JSON.stringify(filter)}`, {
    items: (page) => load(listAlerts, id, { of, page, filter }),
    countAll: () => load(countAlerts, id, { of, filter }),
  })
}

type Nullish<Fields> = { [Name in keyof Fields]?: Fields[Name] | null } | null | undefined

builder.objectField(Project, 'alerts', (t) =>
  t.connection(
    {
      type: Alert,
      nullable: true,
      description: 'Alerts of the project, newest first.',
      args: listArguments,
      resolve: ({ id }, args, context) => alertsOf(context, args, { id, of: 'project' }),
    },
    AlertConnection,
  ),
)

builder.objectField(Organization, 'alerts', (t) =>
  t.connection(
    {
      type: Alert,
      nullable: true,
      description: 'Alerts of all projects that the caller may read, newest first.',
      args: listArguments,
      resolve: ({ id }, args, context) => alertsOf(context, args, { id, of: 'organization' }),
    },
    AlertConnection,
  ),
)

export const AlertRuleType = objectType(
  'AlertRule',
  alertRuleDefinition,
  'A rule for the alerts of a project.',
  {
    omit: ['metrics'],
    fields: (t) => ({
      metrics: t.exposeStringList('metrics', {
        description: alertRuleDefinition.shape.metrics.description ?? '',
      }),
    }),
  },
)

const AlertMute = objectType('AlertMute', alertMuteDefinition, 'A subject about which no alerts are raised.')

builder.objectFields(Project, (t) => ({
  alertRules: t.field({
    type: [AlertRuleType],
    extensions: { items: valuesOf(ALERT_KINDS).length },
    description: 'The rules for alerts, one for each kind.',
    resolve: ({ id }, _, { load }) => load(listAlertRules, id),
  }),
  alertMutes: t.field({
    type: [AlertMute],
    extensions: { items: MAXIMUM_MUTES },
    description: 'The subjects that are muted now.',
    resolve: ({ id }, _, { load }) => load(listMutes, id),
  }),
}))
