import { z } from 'zod'
import { expectedVersionSchema } from '../access/project-access.ts'
import { aliasesSchema, domainsSchema } from '../brands/brand.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { canonicalKey, nameSchema, urlSchema } from '../foundation/text.ts'

/** Maximum number of competitors of a project. */
export const MAXIMUM_COMPETITORS = 50

/** A competitor in a request over REST. */
export const listedCompetitorSchema = z.strictObject({
  id: uuidSchema.optional().describe("Id of one of the project's competitors, to rename it."),
  name: nameSchema,
  url: urlSchema.nullable().optional().describe('Unchanged if omitted.'),
})

const fullFieldsSchema = listedCompetitorSchema.extend({
  aliases: aliasesSchema.optional(),
  domains: domainsSchema.optional(),
})

/** A competitor in a request. Undefined fields stay unchanged. */
export interface ListedCompetitor {
  id?: string | undefined
  name: string
  url?: string | null | undefined
  aliases?: string[] | undefined
  domains?: string[] | undefined
}

/** Returns the schema of a complete list of competitors with these fields. Rejects repeated ids and canonical names. */
function listSchema<Fields extends typeof listedCompetitorSchema | typeof fullFieldsSchema>(fields: Fields) {
  const competitorSchema = z
    .union([nameSchema, fields], 'must be a name or an object with a name')
    .transform(
      (competitor): ListedCompetitor => (typeof competitor === 'string' ? { name: competitor } : competitor),
    )
  return (
    z
      .array(competitorSchema, 'must be a list of competitors')
      .max(MAXIMUM_COMPETITORS, `must contain at most ${MAXIMUM_COMPETITORS} competitors`)
      // A transform and not a refinement, because zod also runs refinements on lists with invalid items.
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
      .describe('The complete list: names or objects. A competitor that is already in the list keeps its id.')
  )
}

/** Complete list of competitors with the fields that REST accepts. */
export const competitorsSchema = listSchema(listedCompetitorSchema)

/** Complete list of competitors with all fields, as GraphQL accepts it. */
export const fullCompetitorsSchema = listSchema(fullFieldsSchema)

const projectIdSchema = z.string('must be a text').optional()
const competitorIdSchema = z.string('must be a text')
const projectSchema = z.strictObject({ projectId: projectIdSchema, expectedVersion: expectedVersionSchema })
const singleSchema = fullFieldsSchema.omit({ id: true }).extend(projectSchema.shape)

/** Input of `addCompetitor`. */
export const addCompetitorSchema = singleSchema

/** Input of `updateCompetitor`. */
export const updateCompetitorSchema = singleSchema.partial().extend({ competitorId: competitorIdSchema })

/** Input of `removeCompetitor`. */
export const removeCompetitorSchema = projectSchema.extend({ competitorId: competitorIdSchema })

/** Body of PUT /settings/competitors. */
export const setCompetitorsBodySchema = z.strictObject({
  competitors: competitorsSchema,
  expectedVersion: expectedVersionSchema,
})
export type SetCompetitorsBody = z.input<typeof setCompetitorsBodySchema>

/** Input of `setCompetitors`; members must pass the project id. */
export const setCompetitorsInputSchema = projectSchema.extend({ competitors: fullCompetitorsSchema })
export type SetCompetitorsInput = z.input<typeof setCompetitorsInputSchema>
