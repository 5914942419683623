import type { BatchRecord } from '../../core/batches/row.ts'
import { PROJECT_PARTS, type ProjectPart } from '../../core/foundation/events.ts'
import type { ProjectRecord } from '../../core/projects/row.ts'
import { type ProjectActivity, subscribeToProject } from '../../core/projects/subscribe.ts'
import type { ReextractionRecord } from '../../core/reextractions/row.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { subscriptionStates } from '../foundation/subscriptions.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Project } from './project.ts'
import { Reextraction } from './reextraction.ts'
import { AnalysisRun } from './run.ts'

const ProjectPartType = enumType('ProjectPart', {
  description: 'The parts of a project that can change.',
  values: PROJECT_PARTS,
})

const ProjectChanged = builder
  .objectRef<{ project: ProjectRecord; parts: ProjectPart[] }>('ProjectChanged')
  .implement({
    description: 'The state of a project; sent first, and after each change.',
    fields: (t) => ({
      project: t.expose('project', { type: Project, description: 'The current state of the project.' }),
      parts: t.expose('parts', {
        type: [ProjectPartType],
        description: 'The changed parts; empty in the first event.',
      }),
    }),
  })

const RunChanged = builder.objectRef<{ batch: BatchRecord }>('RunChanged').implement({
  description: 'A run of the project started, progressed, ended or was re-extracted.',
  fields: (t) => ({
    run: t.expose('batch', { type: AnalysisRun, description: 'The current state of the run.' }),
  }),
})

const AsyncAnalysisChanged = builder.objectRef<{ batch: BatchRecord }>('AsyncAnalysisChanged').implement({
  description: 'An async analysis of the project started, progressed or ended.',
  fields: (t) => ({
    asyncAnalysis: t.expose('batch', {
      type: AsyncAnalysis,
      description: 'The current state of the analysis.',
    }),
  }),
})

const ReextractionChanged = builder
  .objectRef<{ reextraction: ReextractionRecord }>('ReextractionChanged')
  .implement({
    description: 'A re-extraction of a run of the project started, progressed or ended.',
    fields: (t) => ({
      reextraction: t.expose('reextraction', {
        type: Reextraction,
        description: 'The current state of the re-extraction.',
      }),
    }),
  })

const ProjectDeleted = builder.objectRef<{ projectId: string }>('ProjectDeleted').implement({
  description: 'The project was deleted; this is the last event.',
  fields: (t) => ({
    deletedProjectId: t.id({
      description: 'Global id of the project.',
      resolve: ({ projectId }) => globalIdOf('Project', projectId),
    }),
  }),
})

const ProjectActivityType = builder.unionType('ProjectActivity', {
  description: 'An event of a project.',
  types: [ProjectChanged, RunChanged, AsyncAnalysisChanged, ReextractionChanged, ProjectDeleted],
  resolveType: (activity) => {
    const event = activity as ProjectActivity
    switch (event.type) {
      case 'project':
        return 'ProjectChanged'
      case 'batch':
        return event.batch.kind === 'run' ? 'RunChanged' : 'AsyncAnalysisChanged'
      case 'reextraction':
        return 'ReextractionChanged'
      case 'deleted':
        return 'ProjectDeleted'
    }
  },
})

builder.subscriptionField('projectActivity', (t) =>
  t.field({
    type: ProjectActivityType,
    description:
      'The events of a project: its current state, then every change of the project, its runs, their re-extractions and its async analyses, until the project is deleted.',
    args: { projectId: t.arg.id({ required: true, description: 'databaseId or global id of the project.' }) },
    subscribe: (_, { projectId }, { ctx }) =>
      subscriptionStates((signal) =>
        subscribeToProject({ ctx, input: { projectId: databaseIdOf(projectId, 'Project') }, signal }),
      ),
    resolve: (activity) => activity,
  }),
)
