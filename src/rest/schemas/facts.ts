import { z } from 'zod'
import { factCheckDefinition, factDefinition } from '../../core/facts/definition.ts'

/** A fact about the brand of a project. */
export const factSchema = factDefinition.meta({ id: 'BrandFact' })

/** The check of a run. */
export const factCheckSchema = factCheckDefinition.meta({ id: 'FactCheck' })

/** Response of DELETE /facts/{factId}. */
export const removedFactSchema = z
  .object({ id: factDefinition.shape.id, deleted: z.literal(true) })
  .meta({ id: 'RemovedFact' })
