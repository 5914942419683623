import { z } from 'zod'
import { trendPointDefinition } from '../../core/trends/definition.ts'
import { entityChangesDefinition, entitySummaryDefinition } from '../../metrics/definitions.ts'

// REST-specific form of a trend point: with the entities, the points of a year can be megabytes.

/** A point in the response of GET /analysis/trends. */
export const trendPointSchema = trendPointDefinition
  .extend({
    changes: z
      .array(entityChangesDefinition)
      .nullable()
      .describe(
        'Changes of all metrics of the brand since the previous point and, with `includeEntities`, of each competitor; null with a filter on locations, tags or web searches.',
      ),
    entities: trendPointDefinition.shape.entities
      .optional()
      .describe(
        'The brand, then each competitor, as tracked at the time of the run. Only with `includeEntities`.',
      ),
  })
  .meta({ id: 'TrendPoint' })

/** A row of the CSV with the metrics of the brand: one per run. */
export const trendRowSchema = trendPointDefinition.omit({ entities: true, changes: true })

/** A row of the CSV with the metrics of all entities: one per run and entity. */
export const entityTrendRowSchema = trendPointDefinition
  .pick({ runId: true, completedAt: true, results: true })
  .extend(entitySummaryDefinition.shape)
