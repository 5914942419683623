import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { MEMBER_ROLES } from '../actor.ts'

/** An open invitation. Never the token in its link. */
export const invitationDefinition = z.object({
  id: z.uuid().describe('Its id in the database. Not the secret.'),
  email: z.string().describe('The address of the invited person.'),
  role: enumSchema(MEMBER_ROLES, 'The role that the person will have.'),
  createdAt: z.date().describe('When the person was invited, for the last time.'),
  expiresAt: z.date().describe('When its link ceases to be valid.'),
})

export type InvitationRecord = z.output<typeof invitationDefinition>
