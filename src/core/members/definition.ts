import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { MEMBER_ROLES } from '../foundation/actor.ts'

/** A person in an organization, as other members see them. */
export const memberDefinition = z.object({
  id: z.uuid().describe('Id of the member.'),
  role: enumSchema(MEMBER_ROLES, 'Role in the organization.'),
  email: z.string().describe('Email address that they sign in with.'),
  name: z.string().describe('Their name.'),
  twoFactorEnabled: z
    .boolean()
    .describe('Whether signing in with their password also needs a code from an authenticator app.'),
  createdAt: z.date().describe('When they joined the organization.'),
  lastUsedAt: z
    .date()
    .nullable()
    .describe('When they last used a session, to the minute; null if they have no session.'),
})

export type MemberRecord = z.output<typeof memberDefinition>
