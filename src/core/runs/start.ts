import type { Prisma } from '../../generated/prisma/client.ts'
import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import { type BatchRecord, toBatchRecord } from '../batches/row.ts'
import { startBatch } from '../batches/start.ts'
import { snapshotOf } from '../brands/snapshot.ts'
import type { Transaction } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { badFields } from '../foundation/parse.ts'

/** The part of the questions that a run asks. Undefined fields select everything. */
export interface RunSelection {
  /** Tokens of providers. */
  providers?: readonly string[] | undefined
  locations?: readonly string[] | undefined
}

/**
 * Starts a run that sends every active prompt of a project to each of its providers from each of its locations, as often
 * as the project says.
 * Units are ordered by creation of the prompt, then by provider and location.
 * @throws {AppError} BAD_REQUEST if there is no active prompt, or none with a selected provider and location; NOT_FOUND if the
 *   project does not exist
 */
export async function startRun(
  tx: Transaction,
  {
    projectId,
    trigger,
    only = {},
    now,
  }: { projectId: string; trigger: BatchTrigger; only?: RunSelection; now?: Date },
): Promise<BatchRecord> {
  const snapshot = await snapshotOf(tx.db, projectId)
  const { organizationId, replicates } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
  if (organizationId === null) throw notFound('Project')
  const prompts = await tx.db.prompt.findMany({
    where: activePrompts(projectId),
    orderBy: { id: 'asc' },
    include: { tags: { include: { tag: true } } },
  })
  if (prompts.length === 0)
    throw new AppError('BAD_REQUEST', 'The project has no active prompts. Add or activate one.')
  const selected = prompts.map((prompt) => ({ ...prompt, ...selectedOf(prompt, only) })).filter(isAsked)
  if (selected.length === 0)
    throw badFields({
      [only.providers ? 'providers' : 'locations']: 'selects no question of an active prompt of the project',
    })
  const batch = await startBatch(tx, {
    kind: 'run',
    trigger,
    organizationId,
    projectId,
    analysisId: null,
    snapshot,
    prompts: selected.map(({ id, text, providers, locations, tags }) => ({
      text,
      promptId: id,
      tags: tags.map(({ tag }) => tag.name),
      providers: providers.toSorted(),
      locations: locations.toSorted(),
    })),
    replicates,
    paid: false,
    ...(now && { createdAt: now }),
  })
  return toBatchRecord(batch)
}

/** Providers and locations of a prompt. */
type Asked = Record<'providers' | 'locations', string[]>

/** Returns the selected providers and locations of a prompt. */
function selectedOf({ providers, locations }: Asked, only: RunSelection): Asked {
  return {
    providers: providers.filter((provider) => only.providers?.includes(provider) ?? true),
    locations: locations.filter((location) => only.locations?.includes(location) ?? true),
  }
}

function isAsked({ providers, locations }: Asked): boolean {
  return providers.length > 0 && locations.length > 0
}

/** Returns the tokens of the providers that a run would use now. Empty if it would ask no question. */
export async function providersOfRun(
  db: Prisma.TransactionClient,
  projectId: string,
  only: RunSelection,
): Promise<string[]> {
  const select = { providers: true, locations: true } as const
  const prompts = await db.prompt.findMany({ where: activePrompts(projectId), select })
  const asked = prompts.map((prompt) => selectedOf(prompt, only)).filter(isAsked)
  return [...new Set(asked.flatMap(({ providers }) => providers))].toSorted()
}

function activePrompts(projectId: string) {
  return { projectId, active: true, deletedAt: null }
}
