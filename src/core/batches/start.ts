import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchKind, BatchTrigger } from '../../generated/prisma/enums.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { Transaction } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { PARSER_VERSION } from '../provider-port/driver.ts'
import { isScheduled } from './backlog.ts'
import { toBatchEvent } from './batch-state.ts'
import { reserveBatchCredits } from './credits.ts'
import type { Persona } from './personas.ts'
import { firstRound, type StopWhen } from './rounds-state.ts'

/** A prompt of a batch, with its providers and locations. */
export interface PlannedPrompt {
  text: string
  promptId: string | null
  tags: string[]
  providers: readonly string[]
  locations: readonly string[]
}

/** A stored webhook. The secret is encrypted; null means that the organization's secret is used. */
export interface StoredWebhook {
  webhookUrl: string
  webhookSecret: Uint8Array<ArrayBuffer> | null
}

/** Input of {@link startBatch}. */
export interface BatchPlan {
  kind: BatchKind
  trigger: BatchTrigger
  organizationId: string
  projectId: string | null
  analysisId: string | null
  snapshot: Snapshot
  prompts: readonly PlannedPrompt[]
  /** Each question is asked once as each persona; without personas, it is asked once. */
  personas?: readonly Persona[] | undefined
  replicates: number
  /** Asks in rounds of `replicates`; without it, all replicates are asked at once. */
  stopWhen?: StopWhen | undefined
  /** Whether each unit costs a credit. */
  paid: boolean
  /** Defaults to the database's time. */
  createdAt?: Date
  webhook?: StoredWebhook | undefined
}

/**
 * Creates a batch with all its units, reserves its credits and queues its dispatch. The creator may read the batch.
 * @throws {AppError} API_CREDITS_EXCEEDED, without reserving any credits
 */
export async function startBatch(tx: Transaction, plan: BatchPlan) {
  const id = newId(plan.createdAt)
  const units = unitsOf(plan)
  const total = units.ids.length
  const maxReplicates = plan.stopWhen?.atMost ?? plan.replicates
  const creditsReserved = plan.paid ? (total / plan.replicates) * maxReplicates : 0
  if (creditsReserved > 0) {
    await reserveBatchCredits(tx, { id, organizationId: plan.organizationId, credits: creditsReserved })
  }
  const { prompts, replicates, personas, stopWhen, paid: _, snapshot, webhook, ...rest } = plan
  const batch = await tx.db.batch.create({
    data: {
      id,
      ...rest,
      ...webhook,
      ...(stopWhen && { stopWhen: { replicates, ...stopWhen }, rounds: firstRound(replicates) }),
      ...(personas && { personas: personas.map(({ name, text }) => ({ name, text })) }),
      snapshot,
      brandName: snapshot.brand.name,
      total,
      creditsReserved,
      parserVersion: PARSER_VERSION,
      traceParent: tx.traceParent,
    },
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
  tx.enqueue({ name: 'dispatch', batchId: id, scheduled: isScheduled(plan) })
  tx.publish(toBatchEvent(batch))
  // The batch belongs to the organization and the project that it is created for.
  return { ...batch, id: id as VisibleBatchId }
}

interface Units {
  ids: string[]
  ordinals: number[]
  promptOrdinals: number[]
  providers: string[]
  locations: string[]
  personas: (string | null)[]
  replicates: number[]
}

/**
 * Returns the units of the first round in the order of results: prompt, provider, location, persona, replicate. Ordinals are
 * left free for the replicates of later rounds.
 */
function unitsOf({ prompts, replicates, personas, stopWhen }: BatchPlan): Units {
  const names = personas?.map(({ name }) => name) ?? [null]
  const units: Units = {
    ids: [],
    ordinals: [],
    promptOrdinals: [],
    providers: [],
    locations: [],
    personas: [],
    replicates: [],
  }
  let ordinal = 0
  prompts.forEach((prompt, promptOrdinal) => {
    for (const provider of prompt.providers) {
      for (const location of prompt.locations) {
        for (const persona of names) {
          for (let replicate = 1; replicate <= replicates; replicate += 1) {
            units.ids.push(newId())
            units.ordinals.push(ordinal + replicate - 1)
            units.promptOrdinals.push(promptOrdinal)
            units.providers.push(provider)
            units.locations.push(location)
            units.personas.push(persona)
            units.replicates.push(replicate)
          }
          ordinal += stopWhen?.atMost ?? replicates
        }
      }
    }
  })
  return units
}

/** Inserts all units in one statement, because a batch may have ten thousand. */
async function insertUnits(db: Prisma.TransactionClient, batchId: string, units: Units): Promise<void> {
  await db.$executeRaw`
    INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, persona, replicate)
    SELECT u.id, ${batchId}::uuid, u.ordinal, u.prompt_ordinal, u.provider, u.location, u.persona, u.replicate
    FROM unnest(${units.ids}::uuid[], ${units.ordinals}::int[], ${units.promptOrdinals}::int[],
                ${units.providers}::text[], ${units.locations}::text[], ${units.personas}::text[], ${units.replicates}::int[])
      AS u (id, ordinal, prompt_ordinal, provider, location, persona, replicate)`
}
