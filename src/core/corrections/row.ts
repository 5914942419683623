import type { RecommendationStrength, SentimentLabel } from '../../definitions/vocabulary.ts'
import type { LabelCorrection, Prisma } from '../../generated/prisma/client.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import type { CorrectedLabels } from './apply.ts'
import type { ShownAnswer } from './stored-answer.ts'

/** A correction, and the labels that the extraction had read. */
export interface StoredCorrection extends CorrectedLabels {
  extractedSentiment: SentimentLabel | null
  extractedStrength: RecommendationStrength | null
}

/** Stores a correction with its author. Replaces an earlier one of the same entity. */
export async function storeCorrection(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  { answer, digest, correction }: { answer: ShownAnswer; digest: string; correction: StoredCorrection },
): Promise<void> {
  const { resultId, projectId, provider, extractionVersion, observation } = answer
  const { entityId, ...labels } = correction
  const values = {
    ...labels,
    projectId,
    provider,
    language: observation.answerLanguage ?? null,
    extractionVersion,
    digest,
    ...authorOf(ctx),
    correctedAt: ctx.now(),
  }
  await db.labelCorrection.upsert({
    where: { resultId_entityId: { resultId, entityId } },
    create: { resultId, entityId, ...values },
    update: values,
  })
}

function authorOf({ actor }: Ctx): Pick<LabelCorrection, 'authorType' | 'authorId'> {
  switch (actor.type) {
    case 'member':
      return { authorType: actor.type, authorId: actor.userId }
    case 'key':
      return { authorType: actor.type, authorId: actor.keyId }
    case 'job':
    case 'operator':
      throw new AppError('FORBIDDEN', 'Only members and keys of an organization correct labels.')
  }
}

/** Returns the corrections of an answer. */
export async function correctionsOf(
  db: Prisma.TransactionClient,
  resultId: string,
): Promise<CorrectedLabels[]> {
  const rows = await db.labelCorrection.findMany({ where: { resultId }, orderBy: { entityId: 'asc' } })
  return rows.map(toCorrectedLabels)
}

/** Returns the labels of a row. `storeCorrection` writes only labels. */
export function toCorrectedLabels({
  entityId,
  sentiment,
  strength,
}: Pick<LabelCorrection, 'entityId' | 'sentiment' | 'strength'>): CorrectedLabels {
  return {
    entityId,
    sentiment: sentiment as SentimentLabel | null,
    strength: strength as RecommendationStrength | null,
  }
}

/** Returns the name of an entity in the run of an answer, for the audit log. */
export async function nameOf(
  db: Prisma.TransactionClient,
  { batchId }: ShownAnswer,
  entityId: string,
): Promise<string | null> {
  const { snapshot } = await db.batch.findUniqueOrThrow({
    where: { id: batchId },
    select: { snapshot: true },
  })
  const { brand, competitors } = snapshotSchema.parse(snapshot)
  return entityId === 'brand' ? brand.name : (competitors.find(({ id }) => id === entityId)?.name ?? null)
}
