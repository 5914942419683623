import type { Prisma } from '../../generated/prisma/client.ts'
import type { ProjectPart } from './events.ts'

/** The parts that people edit. Setups, discovered brands and opportunities do not change them. */
const EDITED: readonly ProjectPart[] = ['project', 'prompts', 'competitors', 'schedule']

/**
 * Increases the version of each project with a changed setting. Call it at the end of the transaction.
 * @param changes the changed parts by project id
 */
export async function increaseVersions(
  db: Prisma.TransactionClient,
  changes: ReadonlyMap<string, ReadonlySet<ProjectPart>>,
): Promise<void> {
  const ids = [...changes].flatMap(([id, parts]) => (EDITED.some((part) => parts.has(part)) ? [id] : []))
  if (ids.length === 0) return
  // Prisma would also set `updatedAt`, which is the time of the last change of the project's own fields.
  await db.$executeRaw`UPDATE project SET version = version + 1 WHERE id = ANY(${ids}::uuid[])`
}
