import type { Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../ids.ts'
import { canonicalKey } from '../text.ts'

/** A prompt and the complete list of its tags, each named once. */
export interface TaggedPrompt {
  id: string
  tags: readonly string[]
}

/**
 * Sets the tags of each prompt. Tags that the project does not have are created; existing ones keep their first spelling. The
 * caller holds the lock of the project.
 */
export async function linkTags(
  db: Prisma.TransactionClient,
  projectId: string,
  prompts: readonly TaggedPrompt[],
): Promise<void> {
  if (prompts.length === 0) return
  await db.$executeRaw`DELETE FROM prompt_tag WHERE prompt_id = ANY(${prompts.map(({ id }) => id)}::uuid[])`
  const links = prompts.flatMap(({ id, tags }) => tags.map((name) => ({ id, name, key: canonicalKey(name) })))
  if (links.length === 0) return
  // Of several spellings in the request the first one: later entries of a Map replace earlier ones.
  const named = new Map(links.toReversed().map(({ key, name }) => [key, { id: newId(), name }]))
  const tags = [...named].map(([key, { id, name }]) => ({ id, name, key }))
  // Arrays as single parameters: a batch may have more links than the 65,535 parameters of a statement.
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
