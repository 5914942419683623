import { countKeys, listKeys } from '../../core/keys/list.ts'
import { readKeys } from '../../core/keys/read.ts'
import type { KeyRecord } from '../../core/keys/record.ts'
import { readProjects } from '../../core/projects/read.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

const KeyScope = builder.enumType('KeyScope', {
  description: 'What a key belongs to.',
  values: {
    PROJECT: { value: 'project', description: 'One project.' },
    ORGANIZATION: { value: 'organization', description: 'An organization; reads nothing of its projects.' },
  } as const satisfies Record<string, { value: KeyRecord['scope']; description: string }>,
})

/** An API key. */
export const ApiKey = builder.objectRef<KeyRecord>('ApiKey')

builder.node(ApiKey, {
  description: 'An API key: what is known of it, never the key itself.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id, for the operator. Not the key itself.' }),
    name: t.exposeString('name', { nullable: true, description: 'What its owner calls it.' }),
    prefix: t.exposeString('prefix', { description: 'The first characters of the key, to tell keys apart.' }),
    scope: t.expose('scope', { type: KeyScope, description: 'What it belongs to.' }),
    project: t.field({
      type: Project,
      nullable: true,
      description: 'The project it belongs to; null for a key of the organization.',
      resolve: ({ projectId }, _, { load }) => (projectId ? load(readProjects, projectId) : null),
    }),
    admin: t.exposeBoolean('admin', { description: 'Whether it may make, change and delete projects.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null when never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it is good.',
    }),
  }),
})

registerNode(ApiKey, ({ ctx }, ids) => readKeys({ ctx, input: { ids } }))

const ApiKeyConnection = builder.connectionObject(
  { type: ApiKey, name: 'ApiKeyConnection', description: 'A page of keys.' },
  { name: 'ApiKeyEdge', description: 'A key at its place in the list.' },
)

builder.objectField(Organization, 'keys', (t) =>
  t.connection(
    {
      type: ApiKey,
      // So that being refused takes nothing else away.
      nullable: true,
      description:
        'Its keys, oldest first, revoked ones included. For signed-in members; FORBIDDEN for a key.',
      resolve: async ({ id }, args, { ctx }) => {
        const listId = `keys:${id}`
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listKeys({ ctx, input: { page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countKeys({ ctx }),
        })
      },
    },
    ApiKeyConnection,
  ),
)
