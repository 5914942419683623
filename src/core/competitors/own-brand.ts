import type { Prisma } from '../../generated/prisma/client.ts'
import { badFields } from '../parse.ts'
import { canonicalKey } from '../text.ts'

/**
 * Refuses a project whose brand is one of its competitors, by its name or an alias: each mention would count for both. Called in
 * the transaction that changed one of them, under the lock of the project.
 * @param changed what the request changed, whose fields the error names
 * @throws {AppError} BAD_REQUEST
 */
export async function checkOwnBrand(
  db: Prisma.TransactionClient,
  projectId: string,
  changed: 'brand' | 'competitors',
): Promise<void> {
  const { analysisBrandName, aliases, competitors } = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { analysisBrandName: true, aliases: true, competitors: true },
  })
  const names = [analysisBrandName, ...aliases].map(canonicalKey)
  const competitor = competitors.find(({ canonicalKey }) => names.includes(canonicalKey))
  if (!competitor) return
  if (changed === 'competitors') {
    const message = 'is the brand of the project or an alias of it; leave it out'
    throw badFields({ [`competitors.${competitor.ordinal}`]: message })
  }
  const field = names[0] === competitor.canonicalKey ? 'analysisBrandName' : 'aliases'
  throw badFields({ [field]: `names the competitor ${competitor.name}; remove that competitor first` })
}
