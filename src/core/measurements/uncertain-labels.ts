import type { Prisma } from '../../generated/prisma/client.ts'
import type { Observation } from '../observations/observation.ts'

/** Labels of a tracked brand in an answer that may be wrong. */
export interface UncertainLabel {
  resultId: string
  /** `brand`, or the id of a competitor. */
  entityId: string
  /** How likely the least certain of its labels is right. */
  probability: number
}

/** Labels that are at least this likely are not listed for review. */
const CERTAIN = 0.8

/** Maximum number of labels per run. More than a person reviews before the next run. */
const MAX_LABELS = 200

/** Returns the uncertain labels of an answer that no person has checked. */
export function uncertainLabelsOf(
  resultId: string,
  { brand, sentiment, recommendation, competitors, corrections }: Observation,
): UncertainLabel[] {
  const entities = [
    { id: 'brand', mentioned: brand.mentioned, labels: [sentiment.probability, recommendation.probability] },
    ...competitors.map(({ id, mentioned, sentimentProbability, recommendation: advice }) => ({
      id,
      mentioned,
      labels: [sentimentProbability, advice?.probability],
    })),
  ]
  const checked = new Set(corrections?.map(({ entityId }) => entityId))
  return entities.flatMap(({ id, mentioned, labels }) => {
    const probability = Math.min(...labels.map((label) => label ?? 1))
    return mentioned && probability < CERTAIN && !checked.has(id)
      ? [{ resultId, entityId: id, probability }]
      : []
  })
}

/** Returns the least certain labels of a run, least certain first. */
export function leastCertain(labels: readonly UncertainLabel[]): UncertainLabel[] {
  return labels.toSorted((a, b) => a.probability - b.probability).slice(0, MAX_LABELS)
}

/** Replaces the uncertain labels of a batch. */
export async function writeUncertainLabels(
  db: Prisma.TransactionClient,
  batchId: string,
  labels: readonly UncertainLabel[],
): Promise<void> {
  await db.uncertainLabel.deleteMany({ where: { batchId } })
  if (labels.length > 0)
    await db.uncertainLabel.createMany({ data: labels.map((label) => ({ ...label, batchId })) })
}
