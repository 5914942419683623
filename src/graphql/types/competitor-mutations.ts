import { resolveProject } from '../../core/access/project-access.ts'
import { addCompetitor, removeCompetitor, updateCompetitor } from '../../core/competitors/change-one.ts'
import type { CompetitorRecord } from '../../core/competitors/read.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { Competitor } from './competitor.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'

const COMPETITOR_ID = 'databaseId or global id of the competitor.'
const NAME = 'Name to look for in answers.'
const URL = `Website of the competitor: ${ABOUT.url}`

function competitorPayload(name: string, description: string) {
  const payload = projectChangePayload<{ competitor: CompetitorRecord }>(name, description)
  builder.objectField(payload, 'competitor', (t) =>
    t.expose('competitor', { type: Competitor, description: 'The competitor in its new state.' }),
  )
  return payload
}

const AddCompetitorInput = builder.inputType('AddCompetitorInput', {
  description: 'A competitor to add.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    name: t.string({ required: true, description: NAME }),
    url: t.field({ type: 'URL', description: URL }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
  }),
})

builder.mutationField('addCompetitor', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: competitorPayload('AddCompetitorPayload', 'The new competitor.'),
    description:
      'Adds a competitor to a project, at the end of its list. The next run measures it; `reextractProject` measures it in past runs.',
    args: { input: t.arg({ type: AddCompetitorInput, required: true, description: 'The competitor.' }) },
    resolve: async (_, { input: { projectId, name, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const competitor = await addCompetitor({ ctx, input: { ...named, name, ...omitNullish(rest) } })
      return { projectId: resolveProject(ctx, named.projectId), competitor }
    },
  }),
)

const UpdateCompetitorInput = builder.inputType('UpdateCompetitorInput', {
  description: 'Changes to a competitor; omitted fields do not change.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    competitorId: t.id({ required: true, description: COMPETITOR_ID }),
    name: t.string({ description: NAME }),
    url: t.field({ type: 'URL', description: `${URL} Null removes it.` }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
  }),
})

builder.mutationField('updateCompetitor', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: competitorPayload('UpdateCompetitorPayload', 'The changed competitor.'),
    description: 'Changes the given fields of a competitor. Runs that have already started are not affected.',
    args: { input: t.arg({ type: UpdateCompetitorInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, competitorId, url, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = {
        ...named,
        competitorId: databaseIdOf(competitorId, 'Competitor'),
        ...omitNullish(rest),
        // Null clears the URL; omitting it does not.
        ...(url !== undefined && { url }),
      }
      const competitor = await updateCompetitor({ ctx, input })
      return { projectId: resolveProject(ctx, named.projectId), competitor }
    },
  }),
)

const RemoveCompetitorInput = builder.inputType('RemoveCompetitorInput', {
  description: 'The competitor to remove.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    competitorId: t.id({ required: true, description: COMPETITOR_ID }),
  }),
})

const RemoveCompetitorPayload = projectChangePayload<{ removed: string }>(
  'RemoveCompetitorPayload',
  'The removed competitor.',
)
builder.objectField(RemoveCompetitorPayload, 'removedCompetitorId', (t) =>
  t.id({
    description: 'Global id of the competitor.',
    resolve: ({ removed }) => globalIdOf('Competitor', removed),
  }),
)

builder.mutationField('removeCompetitor', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: RemoveCompetitorPayload,
    description: 'Removes a competitor from a project. Past runs keep its metrics.',
    args: {
      input: t.arg({ type: RemoveCompetitorInput, required: true, description: 'The competitor to remove.' }),
    },
    resolve: async (_, { input: { projectId, competitorId, ...rest } }, { ctx }) => {
      const named = namedProject(projectId)
      const input = {
        ...named,
        ...omitNullish(rest),
        competitorId: databaseIdOf(competitorId, 'Competitor'),
      }
      const removed = await removeCompetitor({ ctx, input })
      return { projectId: resolveProject(ctx, named.projectId), removed }
    },
  }),
)
