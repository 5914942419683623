import { type DismissedBrand, dismissDiscoveredBrand } from '../../core/discovered-brands/dismiss.ts'
import { type TrackedBrand, trackDiscoveredBrand } from '../../core/discovered-brands/track.ts'
import { builder } from '../builder.ts'
import { given, namedProject } from '../input.ts'
import { Competitor } from './competitor.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'
import { ProjectReextraction } from './project-reextraction.ts'

const TrackDiscoveredBrandInput = builder.inputType('TrackDiscoveredBrandInput', {
  description: 'A discovered brand to track.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    name: t.string({
      required: true,
      description: 'Any of its spellings, as a list of discovered brands has them.',
    }),
    url: t.field({ type: 'URL', description: `Its website: ${ABOUT.url}` }),
  }),
})

const TrackDiscoveredBrandPayload = projectChangePayload<TrackedBrand>(
  'TrackDiscoveredBrandPayload',
  'What came of tracking a discovered brand.',
)

builder.objectFields(TrackDiscoveredBrandPayload, (t) => ({
  competitor: t.expose('competitor', { type: Competitor, description: 'The competitor that it is now.' }),
  projectReextraction: t.expose('reextraction', {
    type: ProjectReextraction,
    description: 'Reads the history of the project again, with the competitor; it can be subscribed to.',
  }),
}))

builder.mutationField('trackDiscoveredBrand', (t) =>
  t.field({
    type: TrackDiscoveredBrandPayload,
    description:
      'Makes a discovered brand a competitor, with its other spellings as aliases, and reads the answers of all ended runs again. Repeated, it changes nothing and tells how far that has come.',
    args: { input: t.arg({ type: TrackDiscoveredBrandInput, required: true, description: 'The brand.' }) },
    resolve: (_, { input: { projectId, name, url } }, { ctx }) =>
      trackDiscoveredBrand({ ctx, input: { ...namedProject(projectId), name, ...given({ url }) } }),
  }),
)

const DismissDiscoveredBrandInput = builder.inputType('DismissDiscoveredBrandInput', {
  description: 'A discovered brand to dismiss.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    name: t.string({
      required: true,
      description: 'Any of its spellings, as a list of discovered brands has them.',
    }),
    dismissed: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether it is left out of the lists as no brand to track; `false` takes that back.',
    }),
  }),
})

const DismissDiscoveredBrandPayload = projectChangePayload<DismissedBrand>(
  'DismissDiscoveredBrandPayload',
  'What came of dismissing a discovered brand.',
)

builder.objectFields(DismissDiscoveredBrandPayload, (t) => ({
  name: t.exposeString('name', { description: 'The name as it was sent.' }),
  dismissed: t.exposeBoolean('dismissed', {
    description: 'Whether lists leave it out as no brand to track.',
  }),
}))

builder.mutationField('dismissDiscoveredBrand', (t) =>
  t.field({
    type: DismissDiscoveredBrandPayload,
    description:
      'Dismisses a discovered brand as no brand to track, in all of its spellings and in later runs too, or takes that back. No figure changes. Repeated, it changes nothing.',
    args: { input: t.arg({ type: DismissDiscoveredBrandInput, required: true, description: 'The brand.' }) },
    resolve: (_, { input: { projectId, name, dismissed } }, { ctx }) =>
      dismissDiscoveredBrand({ ctx, input: { ...namedProject(projectId), name, dismissed } }),
  }),
)
