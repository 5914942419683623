import type { Batch, Prisma } from '../../generated/prisma/client.ts'
import type { FinalStatus } from '../foundation/batch-status.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import type { SpendDeps } from '../spend/limits.ts'

/** A batch without pending units, with its future final status; `finishedAt` is still null. */
export type EndingBatch = Omit<Batch, 'status'> & { status: FinalStatus }

/** Contribution of a feature to the transaction that ends a batch. */
export interface BatchEndStep {
  /**
   * Called first in the transaction, to take the locks that the step needs. Returns false if the handler's data is out
   * of date. The transaction is then rolled back and every handler is called again.
   */
  isCurrent?(tx: Transaction): Promise<boolean>
  /** Columns of the batch to write together with its final status. */
  columns?: Prisma.BatchUpdateManyMutationInput
  /** Writes rows of the feature, after the batch has its final status. */
  write?(tx: Transaction, ended: Batch): Promise<void>
}

/**
 * Called when all units of a batch are done, before the transaction that ends it. Slow reads and computations belong
 * here. May be called several times for one batch; only the step of one call is executed.
 */
export type BatchEndHandler = (ctx: Ctx<SpendDeps>, batch: EndingBatch) => Promise<BatchEndStep>

/** Dependencies of verbs that can end a batch. */
export interface BatchEndDeps extends SecretDeps, SpendDeps {
  /** Called by `finalizeBatch`, which executes their steps in this order. */
  batchEndHandlers: readonly BatchEndHandler[]
}
