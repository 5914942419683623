import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { MEMBER_ROLES } from '../foundation/actor.ts'

/** An open invitation, without the token in its link. */
export const invitationDefinition = z.object({
  id: z.uuid().describe('Id of the invitation. Not the secret.'),
  email: z.string().describe('Email address of the invited person.'),
  role: enumSchema(MEMBER_ROLES, 'Role that the person will have.'),
  createdAt: z.date().describe('When the person was last invited.'),
  expiresAt: z.date().describe('When the link expires.'),
})

export type InvitationRecord = z.output<typeof invitationDefinition>
