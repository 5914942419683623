import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import { notFound } from '../errors.ts'

/** A prompt as every surface shows it (contract §3 "Prompt"). */
export interface PromptRecord {
  id: string
  projectId: string
  text: string
  /** Literal tokens. */
  providers: string[]
  locations: string[]
  /** In the order of their names. */
  tags: string[]
  /** The ids of the tags, in the same order. */
  tagIds: string[]
  /** Whether runs ask it. */
  active: boolean
  createdAt: Date
  updatedAt: Date
  /** When it was deleted; null while it lives. */
  deletedAt: Date | null
}

/** What of a prompt's row and of its tags makes a record. */
export const WITH_TAGS = { tags: { include: { tag: true } } } satisfies Prisma.PromptInclude

/** The public part of a prompt row. */
export function recordOf(
  prompt: Prompt & { tags: { tag: { id: string; name: string; key: string } }[] },
): PromptRecord {
  const { tags: links, ...row } = prompt
  const tags = links.map(({ tag }) => tag).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { ...row, tags: tags.map(({ name }) => name), tagIds: tags.map(({ id }) => id) }
}

/** The one record of a change of one prompt. */
export function onlyRecord(records: readonly PromptRecord[]): PromptRecord {
  const [record] = records
  if (!record) throw notFound('Prompt')
  return record
}
