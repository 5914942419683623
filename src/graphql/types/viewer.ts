import type { Actor } from '../../core/actor.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { readOwnProject } from '../../core/projects/read.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

type KeyActor = Extract<Actor, { type: 'key' }>

const KeyScope = builder.enumType('KeyScope', {
  description: 'What a key belongs to.',
  values: {
    PROJECT: { value: 'project', description: 'One project.' },
    ORGANIZATION: { value: 'organization', description: 'An organization; reads nothing of its projects.' },
  } as const,
})

/** An API key. */
export const ApiKey = builder.objectRef<KeyActor>('ApiKey')

builder.node(ApiKey, {
  description: 'An API key.',
  id: { resolve: ({ keyId }) => keyId },
  fields: (t) => ({
    databaseId: t.exposeString('keyId', { description: 'Its id, for the operator. Not the key itself.' }),
    scope: t.field({
      type: KeyScope,
      description: 'What it belongs to.',
      resolve: ({ projectId }) => (projectId ? 'project' : 'organization'),
    }),
    admin: t.exposeBoolean('admin', { description: 'Whether it may make, change and delete projects.' }),
  }),
})

registerNode(ApiKey, async ({ ctx: { actor } }, ids) =>
  ids.map((id) => (actor.type === 'key' && actor.keyId === id ? actor : null)),
)

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'Who asks.',
  fields: (t) => ({
    key: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The key of the request; null for a signed-in member.',
      resolve: (actor) => (actor.type === 'key' ? actor : null),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization the caller belongs to.',
      resolve: (_, __, { ctx }) => readOrganization({ ctx }),
    }),
    project: t.field({
      type: Project,
      nullable: true,
      description: 'The project of a project key; null for others.',
      resolve: (actor, _, { ctx }) =>
        actor.type === 'key' && actor.projectId ? readOwnProject({ ctx }) : null,
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({ type: Viewer, description: 'Who asks.', resolve: (_, __, { ctx }) => ctx.actor }),
)
