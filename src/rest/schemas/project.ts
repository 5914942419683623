import { z } from 'zod'

/** A competitor as every response shows it. */
export const competitorSchema = z
  .object({ id: z.uuid(), name: z.string(), url: z.string().nullable() })
  .meta({ id: 'Competitor' })

/** GET /project shows exactly these fields (specification §4). */
export const ownProjectSchema = z
  .object({
    id: z.uuid(),
    name: z.string().describe('The label of the project.'),
    url: z.string().nullable(),
    competitors: z.array(competitorSchema),
  })
  .meta({ id: 'OwnProject' })

/** A project as it is made and changed. */
export const projectSchema = ownProjectSchema
  .extend({
    displayName: z.string().describe('The label of the project; the same as `name`.'),
    analysisBrandName: z.string().describe('The brand that future runs look for.'),
    location: z.string(),
    setup: z.object({
      status: z
        .enum(['none', 'queued', 'running', 'completed', 'failed'])
        .describe('How far the reading of the site is. What it proposes waits for a decision.'),
    }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' })

/** What DELETE /projects/{projectId} answers. */
export const deletedProjectSchema = z
  .object({ id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: 'DeletedProject' })

export type CompetitorForm = z.infer<typeof competitorSchema>
export type ProjectForm = z.infer<typeof projectSchema>
export type OwnProjectForm = z.infer<typeof ownProjectSchema>
