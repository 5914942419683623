import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchKind, BatchTrigger } from '../../generated/prisma/enums.ts'
import { moveCredits } from '../credits/move.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../transaction.ts'
import type { StoredWebhook } from '../webhooks/target.ts'
import { toEvent } from './change.ts'
import type { Snapshot } from './snapshot.ts'

/** One prompt of a batch and where it goes. */
export interface PlannedPrompt {
  text: string
  promptId: string | null
  tags: string[]
  providers: readonly string[]
  locations: readonly string[]
}

export interface BatchPlan {
  kind: BatchKind
  trigger: BatchTrigger
  organizationId: string
  projectId: string | null
  analysisId: string | null
  snapshot: Snapshot
  prompts: readonly PlannedPrompt[]
  replicates: number
  /** Whether each unit is paid with a credit. */
  paid: boolean
  /** The database's own time when not given. */
  createdAt?: Date
  webhook?: StoredWebhook | undefined
}

/**
 * Writes a batch with all its units, reserves its credits, and queues its dispatch: all of it or nothing.
 * @throws {AppError} API_CREDITS_EXCEEDED, with nothing reserved
 */
export async function startBatch(tx: Transaction, plan: BatchPlan) {
  const id = newId()
  const units = unitsOf(plan)
  const total = units.ids.length
  const creditsReserved = plan.paid ? total : 0
  if (creditsReserved > 0) await reserve(tx, plan.organizationId, creditsReserved, id)
  const { prompts, replicates: _, paid: __, snapshot, webhook, ...rest } = plan
  const batch = await tx.db.batch.create({
    data: { id, ...rest, ...webhook, snapshot, brandName: snapshot.brand.name, total, creditsReserved },
  })
  await tx.db.batchPrompt.createMany({
    data: prompts.map(({ text, promptId, tags }, ordinal) => ({
      batchId: id,
      ordinal,
      promptId,
      text,
      tags,
    })),
  })
  await insertUnits(tx.db, id, units)
  tx.enqueue({ name: 'dispatch', batchId: id })
  tx.publish(toEvent(batch))
  return batch
}

async function reserve(tx: Transaction, organizationId: string, credits: number, batchId: string) {
  const outcome = await moveCredits(tx.db, {
    organizationId,
    kind: 'reserve',
    credits,
    cause: `batch:${batchId}`,
  })
  if (outcome === 'insufficient') {
    throw new AppError(
      'API_CREDITS_EXCEEDED',
      `This needs ${credits} credit${credits === 1 ? '' : 's'}, more than the organization has left. Nothing was started or charged.`,
    )
  }
}

interface Units {
  ids: string[]
  promptOrdinals: number[]
  providers: string[]
  locations: string[]
  replicates: number[]
}

/** In the order they are read: prompt, provider, location, replicate. */
function unitsOf({ prompts, replicates }: BatchPlan): Units {
  const units: Units = { ids: [], promptOrdinals: [], providers: [], locations: [], replicates: [] }
  prompts.forEach((prompt, promptOrdinal) => {
    for (const provider of prompt.providers) {
      for (const location of prompt.locations) {
        for (let replicate = 1; replicate <= replicates; replicate += 1) {
          units.ids.push(newId())
          units.promptOrdinals.push(promptOrdinal)
          units.providers.push(provider)
          units.locations.push(location)
          units.replicates.push(replicate)
        }
      }
    }
  })
  return units
}

/** One statement for all: ten thousand rows in a fraction of a second. */
async function insertUnits(db: Prisma.TransactionClient, batchId: string, units: Units): Promise<void> {
  await db.$executeRaw`
    INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate)
    SELECT u.id, ${batchId}::uuid, u.position - 1, u.prompt_ordinal, u.provider, u.location, u.replicate
    FROM unnest(${units.ids}::uuid[], ${units.promptOrdinals}::int[], ${units.providers}::text[],
                ${units.locations}::text[], ${units.replicates}::int[])
      WITH ORDINALITY AS u (id, prompt_ordinal, provider, location, replicate, position)`
}
