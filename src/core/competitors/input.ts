import { z } from 'zod'
import { uuidSchema } from '../ids.ts'
import { canonicalKey, nameSchema, urlSchema } from '../text.ts'

/** Most competitors of a project. */
const MOST_COMPETITORS = 50

const competitorSchema = z
  .union(
    [
      nameSchema,
      z.strictObject({
        id: uuidSchema.optional().describe('That of a competitor of the project, to rename it.'),
        name: nameSchema,
        url: urlSchema.nullable().optional().describe('Stays as it is when not given.'),
      }),
    ],
    'must be a name or an object with a name',
  )
  .transform(
    (competitor): ListedCompetitor => (typeof competitor === 'string' ? { name: competitor } : competitor),
  )

/** A competitor as a request names it. */
export interface ListedCompetitor {
  id?: string | undefined
  name: string
  /** Undefined leaves it as it is. */
  url?: string | null | undefined
}

/** The complete list of competitors; no id and no canonical name twice. */
export const competitorsSchema = z
  .array(competitorSchema, 'must be a list of competitors')
  .max(MOST_COMPETITORS, `must hold at most ${MOST_COMPETITORS} competitors`)
  // Not a refinement: that would also run on lists whose items are wrong, and see them as they came.
  .transform((competitors, context) => {
    const seen = new Set<string>()
    competitors.forEach(({ id, name }, index) => {
      for (const identity of [...(id === undefined ? [] : [`id ${id}`]), `name ${canonicalKey(name)}`]) {
        const message = `has the ${identity.startsWith('id') ? 'id' : 'name'} of an earlier one`
        if (seen.has(identity)) context.addIssue({ code: 'custom', path: [index], message })
        seen.add(identity)
      }
    })
    return competitors
  })
  .describe('The complete list: names, or objects. A name that is there already keeps its id.')

/** Body of PUT /settings/competitors. */
export const setCompetitorsInputSchema = z.strictObject({ competitors: competitorsSchema })
export type SetCompetitorsInput = z.input<typeof setCompetitorsInputSchema>
