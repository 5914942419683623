import { requireOrganizationId } from '../../core/access/authorize.ts'
import { type OrganizationDetails, organizationDefinition } from '../../core/organizations/definition.ts'
import { limitsDefinition } from '../../core/organizations/limits.ts'
import { type Limits, PLANS } from '../../core/organizations/plans.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { toEnumeration } from '../../definitions/fields/enumeration.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { registerNode } from '../foundation/node-registry.ts'

export const Plan = enumType('Plan', {
  description: 'The plan of an organization.',
  values: toEnumeration(PLANS),
})

const ofLimits = fieldsOf(limitsDefinition)
const PlanLimits = builder.objectRef<Limits>('PlanLimits').implement({
  description: 'Limits of an organization, set by its plan or by individual agreement.',
  fields: (t) => ({
    projects: t.exposeInt('projects', ofLimits('projects')),
    promptsPerProject: t.exposeInt('promptsPerProject', ofLimits('promptsPerProject')),
    manualRuns: t.exposeBoolean('manualRuns', ofLimits('manualRuns')),
    asyncAnalysis: t.exposeBoolean('asyncAnalysis', ofLimits('asyncAnalysis')),
  }),
})

const of = fieldsOf(organizationDefinition)

/** A customer. Other modules add fields for the objects that it owns. */
export const Organization = builder.objectRef<OrganizationDetails>('Organization')

builder.node(Organization, {
  description: 'A customer: owns projects, keys and credits.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    name: t.exposeString('name', of('name')),
    plan: t.expose('plan', { type: Plan, ...of('plan') }),
    limits: t.expose('limits', { type: PlanLimits, ...of('limits') }),
    credits: t.exposeInt('credits', of('credits')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
  }),
})

registerNode(Organization, async ({ ctx }, ids) => {
  const ownId = requireOrganizationId(ctx)
  const organization = ids.includes(ownId) ? await readOrganization({ ctx }) : null
  return ids.map((id) => (id === ownId ? organization : null))
})
