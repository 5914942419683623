import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/** Scopes of keys. */
export const KEY_SCOPES = {
  project: 'One project.',
  organization: 'An organization, without the data of its projects.',
} as const satisfies Enumeration

/** Visible data of an API key, without the key itself. */
export const keyDefinition = z.object({
  id: z.uuid().describe('Id of the key. Not the secret.'),
  name: z.string().nullable().describe('Name chosen by the owner.'),
  prefix: z.string().describe('First characters of the secret, to tell keys apart.'),
  scope: enumSchema(KEY_SCOPES, 'Scope of the key.'),
  projectId: z.uuid().nullable().describe('Project of a project key; null for an organization key.'),
  admin: z.boolean().describe('Whether the key may create, change and delete projects.'),
  createdAt: z.date().describe('When it was created.'),
  lastUsedAt: z.date().nullable().describe('When it was last used, to the minute; null if never.'),
  revokedAt: z.date().nullable().describe('When it was revoked; null while it is valid.'),
})

export type KeyRecord = z.output<typeof keyDefinition>
