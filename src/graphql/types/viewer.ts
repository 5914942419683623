import { PERMISSIONS, permissionsOf } from '../../core/access/authorize.ts'
import type { Actor } from '../../core/foundation/actor.ts'
import { readKeys } from '../../core/keys/read.ts'
import { readOwnMember } from '../../core/members/read.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { readOwnProject } from '../../core/projects/read.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { ApiKey } from './api-key.ts'
import { Member } from './member.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'

const Permission = enumType('Permission', {
  description: 'Permission of a caller. The plan and the access to projects may restrict it further.',
  values: PERMISSIONS,
})

/** The caller. Other modules add fields that only members have. */
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
      description: 'The signed-in member; null for API keys.',
      resolve: (_, __, { ctx }) => readOwnMember({ ctx }),
    }),
    organization: t.field({
      type: Organization,
      description: 'Organization of the caller.',
      resolve: (_, __, { ctx }) => readOrganization({ ctx }),
    }),
    permissions: t.field({
      type: [Permission],
      description: 'Permissions of the caller; all other operations are FORBIDDEN.',
      resolve: (_, __, { ctx }) => permissionsOf(ctx),
    }),
    project: t.field({
      type: Project,
      nullable: true,
      description: 'Project of a project key; null for other callers.',
      resolve: (actor, _, { ctx }) =>
        actor.type === 'key' && actor.projectId ? readOwnProject({ ctx }) : null,
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({ type: Viewer, description: 'The caller.', resolve: (_, __, { ctx }) => ctx.actor }),
)
