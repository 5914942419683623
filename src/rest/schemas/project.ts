import { z } from 'zod'
import { competitorDefinition } from '../../core/competitors/definition.ts'
import { projectDefinition, setupDefinition } from '../../core/projects/definition.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

// The REST specification lists the exact fields of its records. GraphQL shows the other fields as well.

/** A competitor in any response. */
export const competitorSchema = competitorDefinition
  .pick({ id: true, name: true, url: true })
  .meta({ id: 'Competitor' })
  .register(fieldMetadata, { selective: true })

/** Competitors of a project. */
const competitors = z.array(competitorSchema).describe('All competitors, in their configured order.')

/** Response of GET /project, with exactly the fields of the specification. */
export const ownProjectSchema = projectDefinition
  .pick({ id: true, name: true, url: true, competitors: true })
  .extend({ competitors })
  .meta({ id: 'OwnProject' })

const setup = setupDefinition
  .pick({ status: true })
  .describe('Setup of the project.')
  .register(fieldMetadata, { selective: true })

/** Response of the endpoints that create and update a project. */
export const projectSchema = projectDefinition
  .omit({ description: true, aliases: true, domains: true, defaultProviders: true, replicates: true })
  .extend({ competitors, setup })
  .meta({ id: 'Project' })

/** Response of DELETE /projects/{projectId}. */
export const deletedProjectSchema = z
  .object({ id: projectDefinition.shape.id, deleted: z.literal(true) })
  .meta({ id: 'DeletedProject' })
