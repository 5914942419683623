import { z } from 'zod'

const competitorSchema = z
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

export type OwnProjectForm = z.infer<typeof ownProjectSchema>
