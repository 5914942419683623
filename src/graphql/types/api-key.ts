import { organizationOf } from '../../core/authorize.ts'
import { type CreatedKey, createKey } from '../../core/keys/create.ts'
import { KEY_SCOPES, type KeyRecord, keyDefinition } from '../../core/keys/definition.ts'
import { countKeys, listKeys } from '../../core/keys/list.ts'
import { readKeys } from '../../core/keys/read.ts'
import { revokeKey } from '../../core/keys/revoke.ts'
import { readProjects } from '../../core/projects/read.ts'
import { builder } from '../builder.ts'
import { ofOrganization } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given, namingFields } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, cursorOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

const KeyScope = enumType('KeyScope', {
  description: 'What a key gives access to.',
  values: KEY_SCOPES,
})

const of = fieldsOf(keyDefinition)
/** An API key. */
export const ApiKey = builder.objectRef<KeyRecord>('ApiKey')

builder.node(ApiKey, {
  description: 'An API key, without its secret.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    name: t.exposeString('name', of('name')),
    prefix: t.exposeString('prefix', of('prefix')),
    scope: t.expose('scope', { type: KeyScope, ...of('scope') }),
    project: t.field({
      ...of('projectId'),
      type: Project,
      resolve: ({ projectId }, _, { load }) => (projectId ? load(readProjects, projectId) : null),
    }),
    admin: t.exposeBoolean('admin', of('admin')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', ...of('lastUsedAt') }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', ...of('revokedAt') }),
  }),
})

registerNode(ApiKey, ({ ctx }, ids) => readKeys({ ctx, input: { ids } }))

const ApiKeyEdge = builder.edgeObject({
  type: ApiKey,
  name: 'ApiKeyEdge',
  description: 'A key at its place in the list.',
})

const ApiKeyConnection = builder.connectionObject(
  { type: ApiKey, name: 'ApiKeyConnection', description: 'A page of keys.' },
  ApiKeyEdge,
)

const listIdOf = (organizationId: string) => `keys:${organizationId}`

const pageOfKeys = ofOrganization(listKeys)
const countOfKeys = ofOrganization(countKeys)

builder.objectField(Organization, 'keys', (t) =>
  t.connection(
    {
      type: ApiKey,
      nullable: true,
      description:
        'Its keys, oldest first, revoked ones included. For signed-in members; FORBIDDEN for a key.',
      resolve: async ({ id }, args, { load }) => {
        const listId = listIdOf(id)
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await load(pageOfKeys, id, { page }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => load(countOfKeys, id),
        })
      },
    },
    ApiKeyConnection,
  ),
)

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'Owner and rights of the new key.',
  fields: (t) => ({
    projectId: t.id({
      description: 'The project that the key belongs to; without it, the key belongs to the organization.',
    }),
    admin: t.boolean({
      description: 'Whether it may create, change and delete projects; only for a key of the organization.',
    }),
    name: t.string({ description: 'Its name.' }),
  }),
})

const CreateApiKeyPayload = builder.objectRef<CreatedKey>('CreateApiKeyPayload').implement({
  description: 'The new key.',
  fields: (t) => ({
    apiKey: t.field({
      type: ApiKey,
      description: 'The key, without its secret.',
      resolve: (created) => created,
    }),
    apiKeyEdge: t.field({
      type: ApiKeyEdge,
      description: 'The key at its place in the keys of the organization.',
      resolve: (node, _, { ctx }) => ({ cursor: cursorOf(listIdOf(organizationOf(ctx)), node.id), node }),
    }),
    key: t.exposeString('key', { description: 'The secret. It cannot be read again later.' }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: CreateApiKeyPayload,
    description: 'Creates an API key. For signed-in admins of the organization.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key to create.' }) },
    resolve: (_, { input }, { ctx }) => {
      const { projectId, ...rest } = given(input)
      const project = projectId !== undefined && { projectId: databaseIdOf(projectId, 'Project') }
      return createKey({ ctx, input: { ...rest, ...project } })
    },
  }),
)

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The key to revoke.',
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const RevokeApiKeyPayload = builder.objectRef<KeyRecord>('RevokeApiKeyPayload').implement({
  description: 'The revoked key.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The key, revoked.', resolve: (key) => key }),
  }),
})

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: RevokeApiKeyPayload,
    description:
      'Revokes an API key permanently; within 5 seconds it is refused everywhere. Revoking it again changes nothing. For signed-in admins of the organization.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'Which one.' }) },
    resolve: (_, { input }, { ctx }) =>
      namingFields({ id: 'apiKeyId' }, () =>
        revokeKey({ ctx, input: { id: databaseIdOf(input.apiKeyId, 'ApiKey') } }),
      ),
  }),
)
