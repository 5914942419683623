import type { Prisma } from '../../generated/prisma/client.ts'
import type { LockedProjectId } from '../access/visible.ts'
import { badFields } from '../foundation/parse.ts'
import { canonicalKey } from '../foundation/text.ts'

/**
 * Rejects a competitor with the name or an alias of the project's brand, because each mention would count for both.
 * Call it in the transaction that changes the brand or the competitors.
 * @param changed the part that the request changes: the brand, or competitors with the input field of each
 * @throws {AppError} BAD_REQUEST
 */
export async function checkOwnBrand(
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  changed: 'brand' | { competitor: (ordinal: number) => string },
): Promise<void> {
  const { analysisBrandName, aliases, competitors } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { analysisBrandName: true, aliases: true, competitors: true },
  })
  const names = [analysisBrandName, ...aliases].map(canonicalKey)
  const competitor = competitors.find(({ canonicalKey }) => names.includes(canonicalKey))
  if (!competitor) return
  if (changed !== 'brand') {
    const message = 'is the brand of the project or an alias of it; leave it out'
    throw badFields({ [changed.competitor(competitor.ordinal)]: message })
  }
  const field = names[0] === competitor.canonicalKey ? 'analysisBrandName' : 'aliases'
  throw badFields({ [field]: `names the competitor ${competitor.name}; remove that competitor first` })
}
