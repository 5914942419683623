import type { Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../ids.ts'
import { canonicalKey } from '../text.ts'

/** A prompt and all the tags it is to have, each named once. */
export interface TaggedPrompt {
  id: string
  tags: readonly string[]
}

/**
 * Gives each prompt exactly its tags; a tag the project does not know is made, a known one keeps its first spelling. The
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
  // The first spelling of the whole request.
  const named = new Map(links.toReversed().map(({ key, name }) => [key, { id: newId(), name }]))
  const tags = [...named].map(([key, { id, name }]) => ({ id, name, key }))
  // Lists as single parameters: the links of a batch may be more than a statement has places for.
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
