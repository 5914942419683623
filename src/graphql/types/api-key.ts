import { requireOrganizationId } from '../../core/access/authorize.ts'
import { KEY_SCOPES } from '../../core/foundation/actor.ts'
import { type CreatedKey, createKey } from '../../core/keys/create.ts'
import { KEY_KINDS, KEY_PRESETS, type KeyRecord, keyDefinition } from '../../core/keys/definition.ts'
import { countKeys, listKeys } from '../../core/keys/list.ts'
import { readKeys } from '../../core/keys/read.ts'
import { revokeKey } from '../../core/keys/revoke.ts'
import { readProjects } from '../../core/projects/read.ts'
import { builder } from '../foundation/builder.ts'
import { ofOrganization } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namingFields, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { cursorOf, readConnectionById } from '../foundation/page.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

const ApiKeyKind = enumType('ApiKeyKind', { description: 'Whose data a key can access.', values: KEY_KINDS })

const ApiKeyScope = enumType('ApiKeyScope', {
  description: 'What a key may do with the data it can access.',
  values: KEY_SCOPES,
})

const ApiKeyPreset = enumType('ApiKeyPreset', {
  description: 'A usual combination of scopes.',
  values: KEY_PRESETS,
})

const of = fieldsOf(keyDefinition)
export const ApiKey = builder.objectRef<KeyRecord>('ApiKey')

builder.node(ApiKey, {
  description: 'An API key, without its secret.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    name: t.exposeString('name', of('name')),
    prefix: t.exposeString('prefix', of('prefix')),
    kind: t.expose('kind', { type: ApiKeyKind, ...of('kind') }),
    scopes: t.expose('scopes', { type: [ApiKeyScope], ...of('scopes') }),
    connected: t.exposeBoolean('connected', of('connected')),
    project: t.field({
      ...of('projectId'),
      type: Project,
      resolve: ({ projectId }, _, { load }) => (projectId ? load(readProjects, projectId) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', ...of('lastUsedAt') }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', ...of('revokedAt') }),
  }),
})

registerNode(ApiKey, ({ ctx }, ids) => readKeys({ ctx, input: { ids } }))

const ApiKeyEdge = builder.edgeObject({
  type: ApiKey,
  name: 'ApiKeyEdge',
  description: 'A key and its position in the list.',
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
        'Keys of the organization, oldest first, including revoked ones. Only for signed-in members; FORBIDDEN for API keys.',
      resolve: ({ id }, args, { load }) =>
        readConnectionById(args, listIdOf(id), {
          items: (page) => load(pageOfKeys, id, { page }),
          countAll: () => load(countOfKeys, id),
        }),
    },
    ApiKeyConnection,
  ),
)

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'Owner and scopes of the new key.',
  fields: (t) => ({
    projectId: t.id({
      description: 'Project that the key belongs to; without it, the key belongs to the organization.',
    }),
    preset: t.field({ type: ApiKeyPreset, description: 'Scopes by name; FULL if no scopes are given.' }),
    scopes: t.field({
      type: [ApiKeyScope],
      description: 'Scopes, instead of a preset. Every key has READ, even if it is not given.',
    }),
    name: t.string({ description: 'Name of the key.' }),
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
      description: 'The key with its position in the keys of the organization.',
      resolve: (node, _, { ctx }) => ({
        cursor: cursorOf(listIdOf(requireOrganizationId(ctx)), node.id),
        node,
      }),
    }),
    key: t.exposeString('key', { description: 'The secret. It is shown only once.' }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CreateApiKeyPayload,
    description: 'Creates an API key. Only for signed-in admins of the organization.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key to create.' }) },
    resolve: (_, { input }, { ctx }) => {
      const { projectId, ...rest } = omitNullish(input)
      const project = projectId !== undefined && { projectId: databaseIdOf(projectId, 'Project') }
      return createKey({ ctx, input: { ...rest, ...project } })
    },
  }),
)

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The key to revoke.',
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'databaseId or global id of the key.' }),
  }),
})

const RevokeApiKeyPayload = builder.objectRef<KeyRecord>('RevokeApiKeyPayload').implement({
  description: 'The revoked key.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The revoked key.', resolve: (key) => key }),
  }),
})

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: RevokeApiKeyPayload,
    description:
      'Revokes an API key permanently. The key stops working everywhere within 5 seconds. Revoking it again has no effect. Only for signed-in admins of the organization.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key to revoke.' }) },
    resolve: (_, { input }, { ctx }) =>
      namingFields({ id: 'apiKeyId' }, () =>
        revokeKey({ ctx, input: { id: databaseIdOf(input.apiKeyId, 'ApiKey') } }),
      ),
  }),
)
