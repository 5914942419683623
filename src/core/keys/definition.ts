import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { type Enumeration, toEnumeration } from '../../definitions/fields/enumeration.ts'
import type { KeyScope } from '../../generated/prisma/enums.ts'
import { KEY_SCOPES } from '../foundation/actor.ts'

/** Kinds of keys. */
export const KEY_KINDS = {
  project: 'One project.',
  organization: 'An organization, without the data of its projects.',
} as const satisfies Enumeration

/** Usual combinations of scopes. */
const PRESET_TABLE = {
  read_only: { scopes: ['read'], description: 'Only reads. For reports and dashboards.' },
  agent: {
    scopes: ['read', 'run'],
    description: 'Reads and starts runs, but changes no settings. For AI agents.',
  },
  full: { scopes: ['read', 'run', 'write'], description: 'Everything except managing projects.' },
  admin: {
    scopes: ['read', 'run', 'write', 'admin'],
    description: 'Everything, including managing projects. Only for organization keys.',
  },
} as const satisfies Record<string, { scopes: KeyScope[]; description: string }>

export const KEY_PRESETS = toEnumeration(PRESET_TABLE)
export type KeyPreset = keyof typeof PRESET_TABLE

/** Preset of a new key if neither scopes nor a preset are given. */
export const DEFAULT_PRESET: KeyPreset = 'full'

/** Returns the scopes of a preset. */
export function scopesOf(preset: KeyPreset): readonly KeyScope[] {
  return PRESET_TABLE[preset].scopes
}

/** Visible data of an API key, without the key itself. */
export const keyDefinition = z.object({
  id: z.uuid().describe('Id of the key. Not the secret.'),
  name: z.string().nullable().describe('Name chosen by the owner.'),
  prefix: z.string().describe('First characters of the secret, to tell keys apart.'),
  kind: enumSchema(KEY_KINDS, 'Whose data the key can access.'),
  projectId: z.uuid().nullable().describe('Project of a project key; null for an organization key.'),
  scopes: z.array(enumSchema(KEY_SCOPES, 'A scope.')).describe('What the key may do.'),
  connected: z
    .boolean()
    .describe(
      'Whether it belongs to an app that a member connected through OAuth. Such a key has no secret: the app uses access tokens.',
    ),
  createdAt: z.date().describe('When the key was created.'),
  lastUsedAt: z.date().nullable().describe('When the key was last used, to the minute; null if never.'),
  revokedAt: z.date().nullable().describe('When the key was revoked; null while the key is valid.'),
})

export type KeyRecord = z.output<typeof keyDefinition>
