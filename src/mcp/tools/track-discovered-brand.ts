import { z } from 'zod'
import { competitorDefinition } from '../../core/competitors/definition.ts'
import { dismissDiscoveredBrand } from '../../core/discovered-brands/dismiss.ts'
import { trackDiscoveredBrand as track, trackBodySchema } from '../../core/discovered-brands/track.ts'
import { badFields } from '../../core/parse.ts'
import { projectReextractionDefinition } from '../../core/reextractions/definition.ts'
import { defineTool } from '../tool.ts'
import { viewBy } from '../views/view.ts'

const competitorView = viewBy(competitorDefinition.pick({ id: true, name: true, url: true }))
const reextractionView = viewBy(projectReextractionDefinition.pick({ status: true, progress: true }))

/** Makes a discovered brand a competitor, or dismisses it. */
export const trackDiscoveredBrand = defineTool({
  name: 'track_discovered_brand',
  title: 'Track a discovered brand',
  description:
    'Makes a brand of list_discovered_brands a competitor, with its other spellings as aliases, and reads the stored answers of all ended runs again, so that get_trends and get_run have its figures for the past too. Costs nothing. Ask the user first: it changes what the project measures. Called again with the same name, it says how far the history has been read. Or dismisses it.',
  permission: 'settings:write',
  effect: 'change',
  input: trackBodySchema.extend({
    dismissed: z
      .boolean()
      .optional()
      .describe('true: only leave it out of the lists, as no brand to track; false: take that back.'),
  }),
  output: z.object({
    competitor: competitorView.definition.nullable().describe('Null if dismissed was given.'),
    reextraction: reextractionView.definition
      .nullable()
      .describe('How far the history has been read with it.'),
    dismissed: z.boolean().describe('Whether lists leave it out.'),
  }),
  async run({ dismissed, ...input }, { ctx }) {
    if (dismissed !== undefined) {
      if (input.url !== undefined) throw badFields({ url: 'is only for a brand to track' })
      const changed = await dismissDiscoveredBrand({ ctx, input: { name: input.name, dismissed } })
      return { competitor: null, reextraction: null, dismissed: changed.dismissed }
    }
    const { competitor, reextraction } = await track({ ctx, input })
    return {
      competitor: competitorView.show(competitor),
      reextraction: reextractionView.show(reextraction),
      dismissed: false,
    }
  },
})
