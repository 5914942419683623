import { z } from 'zod'
import { aliasesSchema, domainsSchema } from '../brand.ts'
import { uuidSchema } from '../ids.ts'
import { canonicalKey, nameSchema, urlSchema } from '../text.ts'

/** Most competitors of a project. */
const MOST_COMPETITORS = 50

const fieldsSchema = z.strictObject({
  id: uuidSchema.optional().describe('That of a competitor of the project, to rename it.'),
  name: nameSchema,
  url: urlSchema.nullable().optional().describe('Stays as it is when not given.'),
})

const fullFieldsSchema = fieldsSchema.extend({
  aliases: aliasesSchema.optional(),
  domains: domainsSchema.optional(),
})

/** A competitor as a request names it; what is undefined stays as it is. */
export interface ListedCompetitor {
  id?: string | undefined
  name: string
  url?: string | null | undefined
  aliases?: string[] | undefined
  domains?: string[] | undefined
}

/** A complete list of competitors with these fields; no id and no canonical name twice. */
function listSchema<Fields extends typeof fieldsSchema | typeof fullFieldsSchema>(fields: Fields) {
  const competitorSchema = z
    .union([nameSchema, fields], 'must be a name or an object with a name')
    .transform(
      (competitor): ListedCompetitor => (typeof competitor === 'string' ? { name: competitor } : competitor),
    )
  return (
    z
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
  )
}

/** The complete list of competitors as REST takes it (contract §3 "Competitor"). */
export const competitorsSchema = listSchema(fieldsSchema)

/** The complete list of competitors with all that can be said of them. */
export const fullCompetitorsSchema = listSchema(fullFieldsSchema)

/** Body of PUT /settings/competitors. */
export const setCompetitorsBodySchema = z.strictObject({ competitors: competitorsSchema })
export type SetCompetitorsBody = z.input<typeof setCompetitorsBodySchema>

/** What the verb takes; a member names the project. */
export const setCompetitorsInputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  competitors: fullCompetitorsSchema,
})
export type SetCompetitorsInput = z.input<typeof setCompetitorsInputSchema>
