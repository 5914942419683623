import { organizationOf } from '../../core/authorize.ts'
import type { Limits } from '../../core/organizations/plans.ts'
import { type OrganizationDetails, readOrganization } from '../../core/organizations/read.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'

const Plan = builder.enumType('Plan', {
  description: 'What an organization has subscribed to.',
  values: {
    FREE: { value: 'free', description: 'Nothing: one project, few prompts, weekly runs.' },
    PRO: { value: 'pro', description: 'Everything, async analysis and manual runs included.' },
  } as const,
})

const PlanLimits = builder.objectRef<Limits>('PlanLimits').implement({
  description: 'What an organization may do: as its plan says, or as was agreed with it.',
  fields: (t) => ({
    projects: t.exposeInt('projects', { description: 'Most projects.' }),
    promptsPerProject: t.exposeInt('promptsPerProject', { description: 'Most prompts of a project.' }),
    manualRuns: t.exposeBoolean('manualRuns', {
      description: 'Whether runs may be started by hand, beside the weekly ones.',
    }),
    asyncAnalysis: t.exposeBoolean('asyncAnalysis', {
      description: 'Whether async analyses may be started.',
    }),
  }),
})

/** A customer. What it owns is added by the modules of those things. */
export const Organization = builder.objectRef<OrganizationDetails>('Organization')

builder.node(Organization, {
  description: 'A customer: owns projects, keys and credits.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    plan: t.expose('plan', { type: Plan, description: 'What it has subscribed to.' }),
    limits: t.expose('limits', { type: PlanLimits, description: 'What it may do.' }),
    credits: t.exposeInt('credits', {
      description: 'Prepaid credits left; those reserved are gone already.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

registerNode(Organization, async ({ ctx }, ids) => {
  const own = organizationOf(ctx)
  const organization = ids.includes(own) ? await readOrganization({ ctx }) : null
  return ids.map((id) => (id === own ? organization : null))
})
