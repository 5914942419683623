import type { Tag } from '../../generated/prisma/client.ts'

/** A tag of a project, for any number of its prompts. */
export interface TagRecord {
  id: string
  projectId: string
  /** As it was first spelled. */
  name: string
  createdAt: Date
}

/** The public part of a tag's row. */
export function recordOf({ id, projectId, name, createdAt }: Tag): TagRecord {
  return { id, projectId, name, createdAt }
}
