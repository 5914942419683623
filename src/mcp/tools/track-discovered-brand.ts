import { z } from 'zod'
import { competitorDefinition } from '../../core/competitors/definition.ts'
import { dismissDiscoveredBrand } from '../../core/discovered-brands/dismiss.ts'
import { trackDiscoveredBrand as track, trackBodySchema } from '../../core/discovered-brands/track.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { projectReextractionDefinition } from '../../core/reextractions/definition.ts'
import { defineTool } from '../foundation/tool.ts'
import { withoutMark } from '../foundation/untrusted.ts'
import { viewBy } from '../views/view.ts'

const competitorView = viewBy(competitorDefinition.pick({ id: true, name: true, url: true }))
const reextractionView = viewBy(projectReextractionDefinition.pick({ status: true, progress: true }))

export const trackDiscoveredBrand = defineTool({
  name: 'track_discovered_brand',
  title: 'Track a discovered brand',
  description:
    'Makes a brand from list_discovered_brands a competitor, with its other spellings as aliases, and re-analyzes the stored answers of all ended runs, so that get_trends and get_run also cover the past. Free of charge. Ask the user first: it changes what the project measures. Call again with the same name to see the progress. With dismissed, it only hides or shows the brand in lists.',
  permission: 'settings:write',
  effect: 'change',
  input: trackBodySchema.extend({
    dismissed: z
      .boolean()
      .optional()
      .describe('true: hide the brand from the lists without tracking it; false: show it again.'),
  }),
  output: z.object({
    competitor: competitorView.definition.nullable().describe('Null if dismissed was given.'),
    reextraction: reextractionView.definition
      .nullable()
      .describe('Progress of the re-analysis; null if dismissed was given.'),
    dismissed: z.boolean().describe('Whether the brand is hidden from the lists.'),
  }),
  async run({ dismissed, ...given }, { ctx }) {
    const input = { ...given, name: withoutMark(given.name) }
    if (dismissed !== undefined) {
      if (input.url !== undefined) throw badFields({ url: 'can only be given for a brand to track' })
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
