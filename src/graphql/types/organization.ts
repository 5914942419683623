import { organizationOf } from '../../core/authorize.ts'
import type { OrganizationRecord } from '../../core/organizations/create.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'

const Plan = builder.enumType('Plan', {
  description: 'What an organization has subscribed to.',
  values: {
    FREE: { value: 'free', description: 'Nothing: one project, few prompts, weekly runs.' },
    PRO: { value: 'pro', description: 'Everything, async analysis and manual runs included.' },
  } as const,
})

/** A customer. */
export const Organization = builder.objectRef<OrganizationRecord>('Organization')

builder.node(Organization, {
  description: 'A customer: owns projects, keys and credits.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    plan: t.expose('plan', { type: Plan, description: 'What it has subscribed to.' }),
    credits: t.exposeInt('credits', {
      description: 'Prepaid credits left; those reserved are gone already.',
    }),
  }),
})

registerNode(Organization, async ({ ctx }, ids) => {
  const own = organizationOf(ctx)
  const organization = ids.includes(own) ? await readOrganization({ ctx }) : null
  return ids.map((id) => (id === own ? organization : null))
})
