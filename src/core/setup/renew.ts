import { isDeepStrictEqual } from 'node:util'
import type { Prisma, SetupProposal } from '../../generated/prisma/client.ts'
import { newId } from '../ids.ts'
import type { Proposal } from './proposal.ts'

/**
 * Writes what a setup proposes. After an earlier one only what is new: what somebody decided is not proposed again, and what
 * nobody did gives way. The caller holds the lock of the project.
 */
export async function renewProposals(
  db: Prisma.TransactionClient,
  projectId: string,
  proposals: readonly Proposal[],
): Promise<void> {
  const earlier = await db.setupProposal.findMany({ where: { projectId } })
  const obsolete = earlier.filter(
    (row) => row.decidedAt === null && !proposals.some((proposal) => isSame(proposal, row)),
  )
  await db.setupProposal.deleteMany({ where: { id: { in: obsolete.map(({ id }) => id) } } })
  const added = proposals.filter((proposal) => !earlier.some((row) => isSame(proposal, row)))
  await db.setupProposal.createMany({
    data: added.map((proposal) => ({ id: newId(), projectId, ...proposal })),
  })
}

function isSame({ kind, payload }: Proposal, row: SetupProposal): boolean {
  return row.kind === kind && isDeepStrictEqual(row.payload, payload)
}
