import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { MEMBER_ROLES } from '../foundation/actor.ts'

/** A person in an organization, as other members see them. */
export const memberDefinition = z.object({
  id: z.uuid().describe('Id of the member.'),
  role: enumSchema(MEMBER_ROLES, 'Role in the organization.'),
  email: z.string().describe('Email address that the member signs in with.'),
  name: z.string().describe('Name of the member.'),
  twoFactorEnabled: z
    .boolean()
    .describe('Whether signing in with their password also needs a code from an authenticator app.'),
  createdAt: z.date().describe('When the member joined the organization.'),
  lastUsedAt: z
    .date()
    .nullable()
    .describe('When the member last used a session, to the minute; null without a session.'),
})

export type MemberRecord = z.output<typeof memberDefinition>
