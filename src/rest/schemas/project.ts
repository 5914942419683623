import { z } from 'zod'
import { competitorDefinition } from '../../core/competitors/definition.ts'
import { projectDefinition, setupDefinition } from '../../core/projects/definition.ts'
import { facts } from '../../definitions/facts.ts'

// The specification of REST names the fields that its records have. The others are shown by GraphQL only.

/** A competitor as every response shows it. */
export const competitorSchema = competitorDefinition
  .pick({ id: true, name: true, url: true })
  .meta({ id: 'Competitor' })
  .register(facts, { selective: true })

/** A competitor as part of a project. */
const competitors = z.array(competitorSchema).describe('The complete list, in its order.')

/** The answer of GET /project, for which the specification lists exactly these fields. */
export const ownProjectSchema = projectDefinition
  .pick({ id: true, name: true, url: true, competitors: true })
  .extend({ competitors })
  .meta({ id: 'OwnProject' })

const setup = setupDefinition
  .pick({ status: true })
  .describe('Its setup.')
  .register(facts, { selective: true })

/** A project as it is created and changed. */
export const projectSchema = projectDefinition
  .omit({ description: true, aliases: true, domains: true, defaultProviders: true })
  .extend({ competitors, setup })
  .meta({ id: 'Project' })

/** The answer of DELETE /projects/{projectId}. */
export const deletedProjectSchema = z
  .object({ id: projectDefinition.shape.id, deleted: z.literal(true) })
  .meta({ id: 'DeletedProject' })
