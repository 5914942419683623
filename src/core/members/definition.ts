import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { MEMBER_ROLES } from '../actor.ts'

/** A person in an organization, as other members see them. */
export const memberDefinition = z.object({
  id: z.uuid().describe('Its id in the database.'),
  role: enumSchema(MEMBER_ROLES, 'Their role.'),
  email: z.string().describe('The address they sign in with.'),
  name: z.string().describe('Their name.'),
  createdAt: z.date().describe('When they joined the organization.'),
  lastUsedAt: z
    .date()
    .nullable()
    .describe('When a session of theirs was last used, to the minute; null while they have none.'),
})

export type MemberRecord = z.output<typeof memberDefinition>
