import type { z } from 'zod'
import type { Prisma, Prompt } from '../../generated/prisma/client.ts'
import { notFound } from '../foundation/errors.ts'
import type { promptDefinition } from './definition.ts'

/** A prompt with its project, its tag ids and its deletion time. */
export interface PromptRecord extends z.output<typeof promptDefinition> {
  projectId: string
  /** Tag ids, in the order of `tags`. */
  tagIds: string[]
  /** When the prompt was deleted, or null. */
  deletedAt: Date | null
}

/** Relations that {@link toPromptRecord} needs. */
export const WITH_TAGS = { tags: { include: { tag: true } } } satisfies Prisma.PromptInclude

/** Returns the public fields of a prompt row. */
export function toPromptRecord(
  prompt: Prompt & { tags: { tag: { id: string; name: string; key: string } }[] },
): PromptRecord {
  const { tags: links, ...row } = prompt
  const tags = links.map(({ tag }) => tag).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { ...row, tags: tags.map(({ name }) => name), tagIds: tags.map(({ id }) => id) }
}

/**
 * Returns the record of a change to a single prompt.
 * @throws {AppError} NOT_FOUND when the list is empty
 */
export function onlyRecord(records: readonly PromptRecord[]): PromptRecord {
  const [record] = records
  if (!record) throw notFound('Prompt')
  return record
}
