import type { ApiKey } from '../../generated/prisma/client.ts'

/** What there is to see of a key. Never the key itself. */
export interface KeyRecord {
  id: string
  name: string | null
  /** First characters of the key. */
  prefix: string
  scope: 'project' | 'organization'
  projectId: string | null
  admin: boolean
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** The part of a key's row that people may see. */
export function recordOf(key: ApiKey): KeyRecord {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: key.projectId ? 'project' : 'organization',
    projectId: key.projectId,
    admin: key.admin,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    revokedAt: key.revokedAt,
  }
}
