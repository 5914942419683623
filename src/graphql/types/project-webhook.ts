import { createWebhook } from '../../core/project-webhooks/create.ts'
import {
  MAXIMUM_WEBHOOKS,
  type ProjectWebhookRecord,
  projectWebhookDefinition,
} from '../../core/project-webhooks/definition.ts'
import { deleteWebhook } from '../../core/project-webhooks/delete.ts'
import { listWebhooksOfProjects, readWebhooks } from '../../core/project-webhooks/read.ts'
import { testWebhook } from '../../core/project-webhooks/test.ts'
import type { DeliveryRecord } from '../../core/webhooks/definition.ts'
import { PROJECT_EVENTS } from '../../core/webhooks/events.ts'
import { WEBHOOK_FORMATS } from '../../core/webhooks/formats.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { AlertSeverityType } from './alert.ts'
import { loadProject, Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'
import { WebhookDelivery } from './webhook.ts'

const ProjectEventType = enumType('ProjectEvent', {
  description: 'Events that are sent to the webhooks of a project.',
  values: PROJECT_EVENTS,
})

const WebhookFormatType = enumType('WebhookFormat', {
  description: 'Forms in which messages are sent.',
  values: WEBHOOK_FORMATS,
})

const of = fieldsOf(projectWebhookDefinition)
const ProjectWebhook = builder.objectRef<ProjectWebhookRecord>('ProjectWebhook')

builder.node(ProjectWebhook, {
  description: 'A URL that is called when a run of a project ends, or raises alerts.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    url: t.expose('url', { type: 'URL', ...of('url') }),
    events: t.expose('events', { type: [ProjectEventType], ...of('events') }),
    format: t.expose('format', { type: WebhookFormatType, ...of('format') }),
    severity: t.expose('severity', { type: AlertSeverityType, ...of('severity') }),
    active: t.exposeBoolean('active', of('active')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    project: t.field({
      type: Project,
      description: 'Project whose runs the webhook is called for.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(ProjectWebhook, ({ ctx }, ids) => readWebhooks({ ctx, input: { ids } }))

builder.objectField(Project, 'webhooks', (t) =>
  t.field({
    type: [ProjectWebhook],
    nullable: true,
    extensions: { items: MAXIMUM_WEBHOOKS },
    description: `URLs that are called when a run ends or raises alerts, at most ${MAXIMUM_WEBHOOKS}, oldest first.`,
    resolve: ({ id }, _, { load }) => load(listWebhooksOfProjects, id),
  }),
)

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A webhook to create.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    url: t.field({
      type: 'URL',
      required: true,
      description: 'A public https URL. Redirects are not followed.',
    }),
    secret: t.string({
      description:
        "Secret that signs the messages (Standard Webhooks): `whsec_` followed by the base64 of 24–64 bytes. Defaults to the organization's secret.",
    }),
    events: t.field({
      type: [ProjectEventType],
      description: 'Events to send; defaults to all, and for a chat to alerts.',
    }),
    format: t.field({
      type: WebhookFormatType,
      defaultValue: 'standard',
      description: 'Form of the messages.',
    }),
    severity: t.field({
      type: AlertSeverityType,
      defaultValue: 'info',
      description: 'Least severity of the alerts that are sent.',
    }),
  }),
})

const CreateWebhookPayload = builder
  .objectRef<{ webhook: ProjectWebhookRecord }>('CreateWebhookPayload')
  .implement({
    description: 'The new webhook.',
    fields: (t) => ({
      webhook: t.expose('webhook', { type: ProjectWebhook, description: 'The new webhook.' }),
    }),
  })

builder.mutationField('createWebhook', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CreateWebhookPayload,
    description:
      'Creates a webhook that is called when a run of the project ends or raises alerts. For keys of the project, and for signed-in admins.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: async (_, { input: { projectId, url, ...rest } }, { ctx }) => ({
      webhook: await createWebhook({
        ctx,
        input: { ...namedProject(projectId), url, ...omitNullish(rest) },
      }),
    }),
  }),
)

const TestWebhookInput = builder.inputType('TestWebhookInput', {
  description: 'The webhook to test.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'databaseId or global id of the webhook.' }),
  }),
})

const TestWebhookPayload = builder.objectRef<{ delivery: DeliveryRecord }>('TestWebhookPayload').implement({
  description: 'The test message.',
  fields: (t) => ({
    delivery: t.expose('delivery', {
      type: WebhookDelivery,
      description: 'The message; its attempts show whether the receiver accepted it.',
    }),
  }),
})

builder.mutationField('testWebhook', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: TestWebhookPayload,
    description: 'Sends a test message to a webhook of a project, whatever events it receives.',
    args: { input: t.arg({ type: TestWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: async (_, { input }, { ctx }) => ({
      delivery: await testWebhook({
        ctx,
        input: { webhookId: databaseIdOf(input.webhookId, 'ProjectWebhook') },
      }),
    }),
  }),
)

const DeleteWebhookInput = builder.inputType('DeleteWebhookInput', {
  description: 'The webhook to delete.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'databaseId or global id of the webhook.' }),
  }),
})

const DeleteWebhookPayload = builder.objectRef<{ id: string }>('DeleteWebhookPayload').implement({
  description: 'The deleted webhook.',
  fields: (t) => ({
    deletedWebhookId: t.id({
      description: 'Global id of the deleted webhook.',
      resolve: ({ id }) => globalIdOf('ProjectWebhook', id),
    }),
  }),
})

builder.mutationField('deleteWebhook', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: DeleteWebhookPayload,
    description: 'Deletes a webhook of a project. Pending messages are not sent.',
    args: { input: t.arg({ type: DeleteWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: async (_, { input }, { ctx }) => ({
      id: await deleteWebhook({
        ctx,
        input: { webhookId: databaseIdOf(input.webhookId, 'ProjectWebhook') },
      }),
    }),
  }),
)
