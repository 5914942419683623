import { z } from 'zod'
import { aliasesSchema, domainsSchema } from '../brand.ts'
import { uuidSchema } from '../ids.ts'
import { canonicalKey, nameSchema, urlSchema } from '../text.ts'

/** Maximum number of competitors of a project. */
export const MAXIMUM_COMPETITORS = 50

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

/** Schema of a complete list of competitors with these fields, in which no id and no canonical name occurs twice. */
function listSchema<Fields extends typeof fieldsSchema | typeof fullFieldsSchema>(fields: Fields) {
  const competitorSchema = z
    .union([nameSchema, fields], 'must be a name or an object with a name')
    .transform(
      (competitor): ListedCompetitor => (typeof competitor === 'string' ? { name: competitor } : competitor),
    )
  return (
    z
      .array(competitorSchema, 'must be a list of competitors')
      .max(MAXIMUM_COMPETITORS, `must hold at most ${MAXIMUM_COMPETITORS} competitors`)
      // Not a refinement: zod runs refinements also on lists with invalid items, which then have other types.
      .transform((competitors, context) => {
        const seen = new Set<string>()
        competitors.forEach(({ id, name }, index) => {
          for (const identity of [...(id === undefined ? [] : [`id ${id}`]), `name ${canonicalKey(name)}`]) {
            const message = `has the ${identity.startsWith('id') ? 'id' : 'name'} of an earlier entry; name each competitor once`
            if (seen.has(identity)) context.addIssue({ code: 'custom', path: [index], message })
            seen.add(identity)
          }
        })
        return competitors
      })
      .describe('The complete list: names, or objects. A name that is there already keeps its id.')
  )
}

/** The complete list of competitors with the fields that REST accepts. */
export const competitorsSchema = listSchema(fieldsSchema)

/** The complete list of competitors with all their fields, as GraphQL accepts it. */
export const fullCompetitorsSchema = listSchema(fullFieldsSchema)

/** Body of PUT /settings/competitors. */
export const setCompetitorsBodySchema = z.strictObject({ competitors: competitorsSchema })
export type SetCompetitorsBody = z.input<typeof setCompetitorsBodySchema>

/** Input of `setCompetitors`; a member names the project. */
export const setCompetitorsInputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  competitors: fullCompetitorsSchema,
})
export type SetCompetitorsInput = z.input<typeof setCompetitorsInputSchema>
