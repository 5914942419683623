import { z } from 'zod'

/** A session as its user sees it. It does not contain the token of its cookie. */
export const sessionDefinition = z.object({
  id: z.uuid().describe('ID of the session. It is not secret.'),
  current: z.boolean().describe('Whether this request uses the session.'),
  userAgent: z.string().nullable().describe('User agent that signed in.'),
  address: z.string().nullable().describe('IP address that signed in.'),
  createdAt: z.date().describe('When the user signed in.'),
  lastUsedAt: z.date().describe('When the session was last used, to the minute.'),
  expiresAt: z.date().describe('When the session expires, unless it is extended.'),
})

export type SessionRecord = z.output<typeof sessionDefinition>
