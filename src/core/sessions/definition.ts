import { z } from 'zod'

/** A session of a user, as only this user sees it. Never the token that its cookie holds. */
export const sessionDefinition = z.object({
  id: z.uuid().describe('Its id in the database. Not the secret.'),
  current: z.boolean().describe('Whether this request was made with it.'),
  userAgent: z.string().nullable().describe('The program that signed in, as it named itself.'),
  address: z.string().nullable().describe('The client address from which it signed in.'),
  createdAt: z.date().describe('When the user signed in.'),
  lastUsedAt: z.date().describe('When it was last used, to the minute.'),
  expiresAt: z.date().describe('When it ends unless it is extended.'),
})

export type SessionRecord = z.output<typeof sessionDefinition>
