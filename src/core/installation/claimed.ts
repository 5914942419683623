import type { Prisma } from '../../generated/prisma/client.ts'

/** Whether the installation belongs to somebody: it has an organization. Locks the installation until the transaction ends. */
export async function isClaimed(db: Prisma.TransactionClient): Promise<boolean> {
  await db.$queryRaw`SELECT id FROM installation FOR UPDATE`
  return (await db.organization.count()) > 0
}
