import { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'

/** What a key belongs to. */
export const KEY_SCOPES = {
  project: 'One project.',
  organization: 'An organization, without the data of its projects.',
} as const satisfies Enumeration

/** What may be known of an API key: never the key itself. */
export const keyDefinition = z.object({
  id: z.uuid().describe('Its id in the database. Not the secret.'),
  name: z.string().nullable().describe('Its name, given by its owner.'),
  prefix: z.string().describe('The first characters of the secret, to tell keys apart.'),
  scope: enumSchema(KEY_SCOPES, 'What it belongs to.'),
  projectId: z.uuid().nullable().describe('The project it belongs to; null for a key of the organization.'),
  admin: z.boolean().describe('Whether it may create, change and delete projects.'),
  createdAt: z.date().describe('When it was created.'),
  lastUsedAt: z.date().nullable().describe('When it was last used, to the minute; null if never.'),
  revokedAt: z.date().nullable().describe('When it was revoked; null while it is valid.'),
})

export type KeyRecord = z.output<typeof keyDefinition>
