import { z } from 'zod'
import { competitorDefinition } from '../../core/competitors/definition.ts'
import { trackDiscoveredBrand as track, trackBodySchema } from '../../core/discovered-brands/track.ts'
import { projectReextractionDefinition } from '../../core/reextractions/definition.ts'
import { defineTool } from '../tool.ts'
import { viewBy } from '../views/view.ts'

const competitorView = viewBy(competitorDefinition.pick({ id: true, name: true, url: true }))
const reextractionView = viewBy(projectReextractionDefinition.pick({ status: true, progress: true }))

/** Makes a discovered brand a competitor. */
export const trackDiscoveredBrand = defineTool({
  name: 'track_discovered_brand',
  title: 'Track a discovered brand',
  description:
    'Makes a brand of list_discovered_brands a competitor of the project, with its other spellings as aliases, and reads the stored answers of all ended runs again, so that get_trends and get_run have its figures for the past too. Asks no provider and costs nothing. Ask the user first: it changes what the project measures. Called again with the same name, it says how far the history has been read.',
  permission: 'settings:write',
  effect: 'change',
  input: trackBodySchema,
  output: z.object({
    competitor: competitorView.definition.describe('The competitor that it is now.'),
    reextraction: reextractionView.definition.describe('How far the history has been read with it.'),
  }),
  async run(input, { ctx }) {
    const { competitor, reextraction } = await track({ ctx, input })
    return { competitor: competitorView.show(competitor), reextraction: reextractionView.show(reextraction) }
  },
})
