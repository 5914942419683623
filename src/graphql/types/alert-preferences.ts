import {
  type AlertEmailRecord,
  alertEmailDefinition,
  EMAIL_KINDS,
  EMAIL_STATUSES,
  LISTED_EMAILS,
  listAlertEmails,
  testAlertEmail,
} from '../../core/alert-emails/list.ts'
import {
  type AlertPreferences,
  alertPreferencesDefinition,
  EMAIL_FREQUENCIES,
  readAlertPreferences,
  setAlertPreferences,
} from '../../core/alert-emails/preferences.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { AlertSeverityType } from './alert.ts'
import { Viewer } from './viewer.ts'

const EmailFrequencyType = enumType('EmailFrequency', {
  description: 'When emails about alerts are sent.',
  values: EMAIL_FREQUENCIES,
})
enumType('AlertEmailStatus', { description: 'State of an email about alerts.', values: EMAIL_STATUSES })
enumType('AlertEmailKind', { description: 'What an email is about.', values: EMAIL_KINDS })

const AlertPreferencesType = objectType(
  'AlertPreferences',
  alertPreferencesDefinition,
  'How a member hears about alerts.',
)
const AlertEmail = objectType(
  'AlertEmail',
  alertEmailDefinition,
  'An email about alerts, with its delivery.',
  { rename: { id: 'databaseId', alerts: 'alertCount', attempts: 'attemptCount' } },
)

builder.objectFields(Viewer, (t) => ({
  alertPreferences: t.field({
    type: AlertPreferencesType,
    nullable: true,
    description: 'How the signed-in member hears about alerts; null for API keys.',
    resolve: (actor, _, { ctx }) => (actor.type === 'member' ? readAlertPreferences({ ctx }) : null),
  }),
  alertEmails: t.field({
    type: [AlertEmail],
    nullable: true,
    extensions: { items: LISTED_EMAILS },
    description: `The latest ${LISTED_EMAILS} emails about alerts to the signed-in member, newest first; null for API keys.`,
    resolve: (actor, _, { ctx }) => (actor.type === 'member' ? listAlertEmails({ ctx }) : null),
  }),
}))

const SetAlertPreferencesInput = builder.inputType('SetAlertPreferencesInput', {
  description: 'How the signed-in member wants to hear about alerts. Omitted fields stay unchanged.',
  fields: (t) => ({
    email: t.field({ type: EmailFrequencyType, description: 'When emails are sent.' }),
    severity: t.field({
      type: AlertSeverityType,
      description: 'Least severity of the alerts that are sent by email.',
    }),
    allProjects: t.boolean({ description: '`true` sends the alerts of all projects of the organization.' }),
    projectIds: t.idList({ description: 'databaseIds or global ids of the projects whose alerts are sent.' }),
    timeZone: t.string({ description: 'Time zone (IANA), such as `Europe/Berlin`.' }),
    sendTest: t.boolean({ description: '`true` also sends a test email to the member.' }),
  }),
})

const SetAlertPreferencesPayload = builder
  .objectRef<{ preferences: AlertPreferences; testEmail: AlertEmailRecord | null }>(
    'SetAlertPreferencesPayload',
  )
  .implement({
    description: 'The changed preferences.',
    fields: (t) => ({
      preferences: t.expose('preferences', {
        type: AlertPreferencesType,
        description: 'The current preferences.',
      }),
      testEmail: t.expose('testEmail', {
        type: AlertEmail,
        nullable: true,
        description: 'The queued test email; null without `sendTest`.',
      }),
    }),
  })

builder.mutationField('setAlertPreferences', (t) =>
  t.field({
    type: SetAlertPreferencesPayload,
    description: 'Changes how the signed-in member hears about alerts. Only for members.',
    args: { input: t.arg({ type: SetAlertPreferencesInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { allProjects, projectIds, sendTest, ...rest } }, { ctx }) => ({
      preferences: await setAlertPreferences({
        ctx,
        input: {
          ...omitNullish(rest),
          ...(projectIds && { projectIds: projectIds.map((id) => databaseIdOf(id, 'Project')) }),
          ...(allProjects === true && { projectIds: null }),
        },
      }),
      testEmail: sendTest ? await testAlertEmail({ ctx }) : null,
    }),
  }),
)
