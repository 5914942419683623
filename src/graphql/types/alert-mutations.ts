import { markAlertsRead } from '../../core/alerts/mark-read.ts'
import { type MutedAlertsRecord, muteAlerts, mutedAlertsDefinition } from '../../core/alerts/mutes.ts'
import { alertRuleDefinition } from '../../core/alerts/rules.ts'
import { updateAlertRule } from '../../core/alerts/update-rule.ts'
import { builder } from '../foundation/builder.ts'
import { objectType } from '../foundation/derive.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { AlertDirectionType, AlertKindType, AlertRuleType, AlertSeverityType } from './alert.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'

const { shape } = alertRuleDefinition
const unchanged = (description: string | undefined) => `${description ?? ''} Null leaves it unchanged.`

const UpdateAlertRuleInput = builder.inputType('UpdateAlertRuleInput', {
  description: 'The changes of a rule. Omitted fields stay unchanged.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    kind: t.field({ type: AlertKindType, required: true, description: 'The rule.' }),
    enabled: t.boolean({ description: unchanged(shape.enabled.description) }),
    severity: t.field({ type: AlertSeverityType, description: unchanged(shape.severity.description) }),
    direction: t.field({ type: AlertDirectionType, description: unchanged(shape.direction.description) }),
    metrics: t.stringList({ description: unchanged(shape.metrics.description) }),
    providers: t.stringList({ description: unchanged(shape.providers.description) }),
    tags: t.stringList({ description: unchanged(shape.tags.description) }),
  }),
})

type Rule = Awaited<ReturnType<typeof updateAlertRule>>

const UpdateAlertRulePayload = projectChangePayload<{ rule: Rule }>(
  'UpdateAlertRulePayload',
  'The result of changing a rule.',
)
builder.objectField(UpdateAlertRulePayload, 'rule', (t) =>
  t.expose('rule', { type: AlertRuleType, description: 'The changed rule.' }),
)

builder.mutationField('updateAlertRule', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: UpdateAlertRulePayload,
    description:
      'Changes a rule for the alerts of a project: whether it raises alerts, about what, and how urgent they are.',
    args: { input: t.arg({ type: UpdateAlertRuleInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, kind, metrics, ...rest } }, { ctx }) => {
      const change = omitNullish({ ...rest, metrics: metrics as Rule['metrics'] | null | undefined })
      const rule = await updateAlertRule({ ctx, input: { ...namedProject(projectId), kind, ...change } })
      return { projectId: rule.projectId, rule }
    },
  }),
)

const MuteAlertsInput = builder.inputType('MuteAlertsInput', {
  description: 'The alerts to mute.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    kind: t.field({ type: AlertKindType, required: true, description: 'Kind of the alerts.' }),
    subject: t.string({ required: true, description: '`subject` of an alert.' }),
    muted: t.boolean({
      required: true,
      defaultValue: true,
      description: '`false` raises alerts again.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When alerts are raised again (snooze); null for never (mute).',
    }),
  }),
})

const MutedAlerts = objectType('MutedAlerts', mutedAlertsDefinition, 'Alerts that were muted or unmuted.')

const MuteAlertsPayload = projectChangePayload<{ mute: MutedAlertsRecord }>(
  'MuteAlertsPayload',
  'The result of muting alerts.',
)
builder.objectField(MuteAlertsPayload, 'mute', (t) =>
  t.expose('mute', { type: MutedAlerts, description: 'Whether the alerts are muted now.' }),
)

builder.mutationField('muteAlerts', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: MuteAlertsPayload,
    description:
      'Mutes alerts of a kind about a subject, forever or until a time, or raises them again. Repeating the mutation has no further effect.',
    args: { input: t.arg({ type: MuteAlertsInput, required: true, description: 'The alerts.' }) },
    resolve: async (_, { input: { projectId, until, ...rest } }, { ctx }) => {
      const mute = await muteAlerts({
        ctx,
        input: { ...namedProject(projectId), ...rest, until: until ? until.toISOString() : null },
      })
      return { projectId: mute.projectId, mute }
    },
  }),
)

const MarkAlertsReadInput = builder.inputType('MarkAlertsReadInput', {
  description: 'The alerts to mark as read.',
  fields: (t) => ({
    projectId: t.id({ required: true, description: 'databaseId or global id of the project.' }),
    alertIds: t.idList({
      description: 'databaseIds or global ids of the alerts; null for all alerts of the project.',
    }),
  }),
})

const MarkAlertsReadPayload = projectChangePayload<{ marked: number }>(
  'MarkAlertsReadPayload',
  'The result of marking alerts as read.',
)
builder.objectField(MarkAlertsReadPayload, 'marked', (t) =>
  t.exposeInt('marked', { description: 'Number of alerts that were unread before.' }),
)

builder.mutationField('markAlertsRead', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: MarkAlertsReadPayload,
    description: 'Marks alerts of a project as read by the signed-in member. Only for members.',
    args: { input: t.arg({ type: MarkAlertsReadInput, required: true, description: 'The alerts.' }) },
    resolve: (_, { input: { projectId, alertIds } }, { ctx }) =>
      markAlertsRead({
        ctx,
        input: {
          projectId: databaseIdOf(projectId, 'Project'),
          ...(alertIds && { alertIds: alertIds.map((id) => databaseIdOf(id, 'Alert')) }),
        },
      }),
  }),
)
