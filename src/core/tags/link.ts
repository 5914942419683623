import type { Prisma } from '../../generated/prisma/client.ts'
import type { LockedProjectId } from '../access/visible.ts'
import { newId } from '../foundation/ids.ts'
import { canonicalKey } from '../foundation/text.ts'

/** A prompt and the complete list of its tags, without duplicates. */
export interface TaggedPrompt {
  id: string
  tags: readonly string[]
}

/**
 * Sets the tags of each prompt. Missing tags are created; existing tags keep their first spelling.
 */
export async function linkTags(
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  prompts: readonly TaggedPrompt[],
): Promise<void> {
  if (prompts.length === 0) return
  await db.$executeRaw`DELETE FROM prompt_tag WHERE prompt_id = ANY(${prompts.map(({ id }) => id)}::uuid[])`
  const links = prompts.flatMap(({ id, tags }) => tags.map((name) => ({ id, name, key: canonicalKey(name) })))
  if (links.length === 0) return
  // Keeps the first of several spellings in the request. The list is reversed because later entries of a Map replace
  // earlier ones.
  const tagsByKey = new Map(links.toReversed().map(({ key, name }) => [key, { id: newId(), name }]))
  const tags = [...tagsByKey].map(([key, { id, name }]) => ({ id, name, key }))
  // Passes arrays as single parameters, because a batch may have more links than the 65,535 parameters of a statement.
  await db.$executeRaw`
    INSERT INTO tag (id, project_id, name, key)
    SELECT id, ${projectId}::uuid, name, key
    FROM unnest(${tags.map(({ id }) => id)}::uuid[], ${tags.map(({ name }) => name)}::text[],
                ${tags.map(({ key }) => key)}::text[]) AS given (id, name, key)
    ON CONFLICT (project_id, key) DO NOTHING`
  await db.$executeRaw`
    INSERT INTO prompt_tag (prompt_id, tag_id)
    SELECT link.prompt_id, tag.id
    FROM unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ key }) => key)}::text[]) AS link (prompt_id, key)
    JOIN tag ON tag.project_id = ${projectId}::uuid AND tag.key = link.key`
}
