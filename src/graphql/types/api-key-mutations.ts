import { type CreatedKey, createKey } from '../../core/keys/create.ts'
import type { KeyRecord } from '../../core/keys/record.ts'
import { revokeKey } from '../../core/keys/revoke.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { ApiKey } from './api-key.ts'

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'Whose the new key is, and what it may do.',
  fields: (t) => ({
    projectId: t.id({ description: "The project it is bound to; the organization's own key without." }),
    admin: t.boolean({
      description: 'Whether it may make, change and delete projects; only for a key of the organization.',
    }),
    name: t.string({ description: 'What to call it.' }),
  }),
})

const CreateApiKeyPayload = builder.objectRef<CreatedKey>('CreateApiKeyPayload').implement({
  description: 'What came of making a key.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'What is known of it.', resolve: (created) => created }),
    key: t.exposeString('key', { description: 'The whole key. Shown this once.' }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: CreateApiKeyPayload,
    description: 'Makes an API key. For signed-in admins of the organization.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'What for.' }) },
    resolve: (_, { input }, { ctx }) => {
      const { projectId, ...rest } = given(input)
      const project = projectId !== undefined && { projectId: databaseIdOf(projectId, 'Project') }
      return createKey({ ctx, input: { ...rest, ...project } })
    },
  }),
)

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'Which key to end.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const RevokeApiKeyPayload = builder.objectRef<KeyRecord>('RevokeApiKeyPayload').implement({
  description: 'What came of revoking a key.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The key, revoked.', resolve: (key) => key }),
  }),
})

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: RevokeApiKeyPayload,
    description:
      'Ends an API key, for ever and within 5 seconds; again, it changes nothing. For signed-in admins of the organization.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'Which one.' }) },
    resolve: (_, { input }, { ctx }) => revokeKey({ ctx, input: { id: databaseIdOf(input.id, 'ApiKey') } }),
  }),
)
