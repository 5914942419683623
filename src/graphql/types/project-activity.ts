import type { BatchRecord } from '../../core/batches/batch-record.ts'
import type { ProjectPart } from '../../core/events.ts'
import type { ProjectRecord } from '../../core/projects/record.ts'
import { type ProjectActivity, watchProject } from '../../core/projects/watch.ts'
import type { ReextractionRecord } from '../../core/reextractions/record.ts'
import { builder } from '../builder.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { follow } from '../subscriptions.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Project } from './project.ts'
import { Reextraction } from './reextraction.ts'
import { AnalysisRun } from './run.ts'

const ProjectPartType = builder.enumType('ProjectPart', {
  description: 'What of a project changed.',
  values: {
    PROJECT: { value: 'project', description: 'Its own fields.' },
    PROMPTS: { value: 'prompts', description: 'Its prompts, or their tags.' },
    COMPETITORS: { value: 'competitors', description: 'Its competitors.' },
    SCHEDULE: { value: 'schedule', description: 'Its schedule.' },
    SETUP: { value: 'setup', description: 'Its setup, or what that proposed.' },
  } as const satisfies Record<string, { value: ProjectPart; description: string }>,
})

const ProjectChanged = builder
  .objectRef<{ project: ProjectRecord; parts: ProjectPart[] }>('ProjectChanged')
  .implement({
    description: 'How a project stands: at the beginning, and after each change.',
    fields: (t) => ({
      project: t.expose('project', { type: Project, description: 'The project as it is now.' }),
      parts: t.expose('parts', {
        type: [ProjectPartType],
        description: 'What changed; empty for how it stood at the beginning.',
      }),
    }),
  })

const RunChanged = builder.objectRef<{ batch: BatchRecord }>('RunChanged').implement({
  description: 'A run of the project began, went on, ended or was read again.',
  fields: (t) => ({
    run: t.expose('batch', { type: AnalysisRun, description: 'The run as it is now.' }),
  }),
})

const AsyncAnalysisChanged = builder.objectRef<{ batch: BatchRecord }>('AsyncAnalysisChanged').implement({
  description: 'An async analysis of the project began, went on or ended.',
  fields: (t) => ({
    asyncAnalysis: t.expose('batch', { type: AsyncAnalysis, description: 'The analysis as it is now.' }),
  }),
})

const ReextractionChanged = builder
  .objectRef<{ reextraction: ReextractionRecord }>('ReextractionChanged')
  .implement({
    description: 'Answers of a run of the project began to be read again, went on or ended being.',
    fields: (t) => ({
      reextraction: t.expose('reextraction', {
        type: Reextraction,
        description: 'The re-extraction as it is now.',
      }),
    }),
  })

const ProjectDeleted = builder.objectRef<{ projectId: string }>('ProjectDeleted').implement({
  description: 'The project was deleted; nothing follows.',
  fields: (t) => ({
    deletedProjectId: t.id({
      description: 'The global id it had.',
      resolve: ({ projectId }) => globalIdOf('Project', projectId),
    }),
  }),
})

const ProjectActivityType = builder.unionType('ProjectActivity', {
  description: 'Something that happened in a project.',
  types: [ProjectChanged, RunChanged, AsyncAnalysisChanged, ReextractionChanged, ProjectDeleted],
  resolveType: (activity) => {
    const happened = activity as ProjectActivity
    switch (happened.type) {
      case 'project':
        return 'ProjectChanged'
      case 'batch':
        return happened.batch.kind === 'run' ? 'RunChanged' : 'AsyncAnalysisChanged'
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
      'What happens in a project: how it stands, then every change of it, of its runs and their re-extractions, and of its analyses, until it is deleted.',
    args: { projectId: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    subscribe: (_, { projectId }, { ctx }) =>
      follow((signal) =>
        watchProject({ ctx, input: { projectId: databaseIdOf(projectId, 'Project') }, signal }),
      ),
    resolve: (activity) => activity,
  }),
)
