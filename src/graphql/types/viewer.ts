import type { Actor } from '../../core/actor.ts'
import { PERMISSIONS, permissionsOf } from '../../core/authorize.ts'
import { readKeys } from '../../core/keys/read.ts'
import { readOwnMember } from '../../core/members/read.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { readOwnProject } from '../../core/projects/read.ts'
import { builder } from '../builder.ts'
import { enumType } from '../define.ts'
import { ApiKey } from './api-key.ts'
import { Member } from './member.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

const Permission = enumType('Permission', {
  description: 'What a caller may do. A plan and the rights to a project may limit it further.',
  values: PERMISSIONS,
})

/** The caller. What only members have is added by the modules of those things. */
export const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'The caller.',
  fields: (t) => ({
    key: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The key of the request; null for a signed-in member.',
      resolve: (actor, _, { load }) => (actor.type === 'key' ? load(readKeys, actor.keyId) : null),
    }),
    member: t.field({
      type: Member,
      nullable: true,
      description: 'The signed-in member; null for a key.',
      resolve: (_, __, { ctx }) => readOwnMember({ ctx }),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization the caller belongs to.',
      resolve: (_, __, { ctx }) => readOrganization({ ctx }),
    }),
    permissions: t.field({
      type: [Permission],
      description: 'What the caller may do; an operation beyond it is FORBIDDEN.',
      resolve: (_, __, { ctx }) => permissionsOf(ctx),
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
  t.field({ type: Viewer, description: 'The caller.', resolve: (_, __, { ctx }) => ctx.actor }),
)
