import type { z } from 'zod'
import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import { notFound } from '../errors.ts'
import type { promptDefinition } from './definition.ts'

/** A prompt, and what belongs to it. */
export interface PromptRecord extends z.output<typeof promptDefinition> {
  projectId: string
  /** The ids of the tags, in the order of `tags`. */
  tagIds: string[]
  /** When it was deleted; null if it was not. */
  deletedAt: Date | null
}

/** The relations that {@link toPromptRecord} needs. */
export const WITH_TAGS = { tags: { include: { tag: true } } } satisfies Prisma.PromptInclude

/** The public part of a prompt row. */
export function toPromptRecord(
  prompt: Prompt & { tags: { tag: { id: string; name: string; key: string } }[] },
): PromptRecord {
  const { tags: links, ...row } = prompt
  const tags = links.map(({ tag }) => tag).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { ...row, tags: tags.map(({ name }) => name), tagIds: tags.map(({ id }) => id) }
}

/**
 * The only record of a change of a single prompt.
 * @throws {AppError} NOT_FOUND when the list is empty
 */
export function onlyRecord(records: readonly PromptRecord[]): PromptRecord {
  const [record] = records
  if (!record) throw notFound('Prompt')
  return record
}
