import { type DismissedBrand, dismissDiscoveredBrand } from '../../core/discovered-brands/dismiss.ts'
import { type TrackedBrand, trackDiscoveredBrand } from '../../core/discovered-brands/track.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { Competitor } from './competitor.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'
import { ProjectReextraction } from './project-reextraction.ts'

const TrackDiscoveredBrandInput = builder.inputType('TrackDiscoveredBrandInput', {
  description: 'A discovered brand to track.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    name: t.string({
      required: true,
      description: 'Any spelling from a list of discovered brands.',
    }),
    url: t.field({ type: 'URL', description: `Website of the brand: ${ABOUT.url}` }),
  }),
})

const TrackDiscoveredBrandPayload = projectChangePayload<TrackedBrand>(
  'TrackDiscoveredBrandPayload',
  'The result of tracking a discovered brand.',
)

builder.objectFields(TrackDiscoveredBrandPayload, (t) => ({
  competitor: t.expose('competitor', { type: Competitor, description: 'The new competitor.' }),
  projectReextraction: t.expose('reextraction', {
    type: ProjectReextraction,
    description: 'Re-analysis of past answers with the new competitor. You can subscribe to it.',
  }),
}))

builder.mutationField('trackDiscoveredBrand', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: TrackDiscoveredBrandPayload,
    description:
      'Makes a discovered brand a competitor, with its other spellings as aliases, and analyzes the stored answers of all ended runs again. Repeat the mutation to get the progress; it has no further effect.',
    args: { input: t.arg({ type: TrackDiscoveredBrandInput, required: true, description: 'The brand.' }) },
    resolve: (_, { input: { projectId, name, url } }, { ctx }) =>
      trackDiscoveredBrand({ ctx, input: { ...namedProject(projectId), name, ...omitNullish({ url }) } }),
  }),
)

const DismissDiscoveredBrandInput = builder.inputType('DismissDiscoveredBrandInput', {
  description: 'A discovered brand to dismiss.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    name: t.string({
      required: true,
      description: 'Any spelling from a list of discovered brands.',
    }),
    dismissed: t.boolean({
      required: true,
      defaultValue: true,
      description: '`true` hides the brand from the lists of brands to track; `false` restores it.',
    }),
  }),
})

const DismissDiscoveredBrandPayload = projectChangePayload<DismissedBrand>(
  'DismissDiscoveredBrandPayload',
  'The result of dismissing a discovered brand.',
)

builder.objectFields(DismissDiscoveredBrandPayload, (t) => ({
  name: t.exposeString('name', { description: 'The name as sent in the input.' }),
  dismissed: t.exposeBoolean('dismissed', {
    description: 'Whether lists omit the brand.',
  }),
}))

builder.mutationField('dismissDiscoveredBrand', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: DismissDiscoveredBrandPayload,
    description:
      'Hides a discovered brand that should not be tracked, in all of its spellings and in later runs too, or shows it again. Metrics do not change. Repeating the mutation has no further effect.',
    args: { input: t.arg({ type: DismissDiscoveredBrandInput, required: true, description: 'The brand.' }) },
    resolve: (_, { input: { projectId, name, dismissed } }, { ctx }) =>
      dismissDiscoveredBrand({ ctx, input: { ...namedProject(projectId), name, dismissed } }),
  }),
)
