import { createWebhook } from '../../core/project-webhooks/create.ts'
import {
  MAXIMUM_WEBHOOKS,
  type ProjectWebhookRecord,
  projectWebhookDefinition,
} from '../../core/project-webhooks/definition.ts'
import { deleteWebhook } from '../../core/project-webhooks/delete.ts'
import { listWebhooksOfProjects, readWebhooks } from '../../core/project-webhooks/read.ts'
import { RUN_EVENTS } from '../../core/webhooks/events.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { loadProject, Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'

const RunEventType = enumType('RunEvent', {
  description: 'Events of a run that are sent to the webhooks of its project.',
  values: RUN_EVENTS,
})

const of = fieldsOf(projectWebhookDefinition)
const ProjectWebhook = builder.objectRef<ProjectWebhookRecord>('ProjectWebhook')

builder.node(ProjectWebhook, {
  description: 'A URL that is called when a run of a project ends.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    url: t.expose('url', { type: 'URL', ...of('url') }),
    events: t.expose('events', { type: [RunEventType], ...of('events') }),
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
    description: `URLs that are called when a run ends, at most ${MAXIMUM_WEBHOOKS}, oldest first.`,
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
    events: t.field({ type: [RunEventType], description: 'Events to send; defaults to all.' }),
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
      'Creates a webhook that is called when a run of the project ends. For keys of the project, and for signed-in admins.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: async (_, { input: { projectId, url, ...rest } }, { ctx }) => ({
      webhook: await createWebhook({
        ctx,
        input: { ...namedProject(projectId), url, ...omitNullish(rest) },
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
