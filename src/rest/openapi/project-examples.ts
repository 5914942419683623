import type { NewProject } from '../../core/projects/create.ts'
import type { ProjectChange } from '../../core/projects/update.ts'
import type { ProjectForm } from '../schemas/project.ts'
import { OWN_PROJECT } from './examples.ts'

export const NEW_PROJECT: NewProject = { name: 'Taskfern', url: 'https://taskfern.example' }

export const PROJECT_CHANGE: ProjectChange = { analysisBrandName: 'Taskfern' }

export const PROJECT: ProjectForm = {
  ...OWN_PROJECT,
  displayName: 'Taskfern',
  analysisBrandName: 'Taskfern',
  location: 'global',
  competitors: [],
  setup: { status: 'queued' },
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
}

export const DELETED_PROJECT = { id: OWN_PROJECT.id, deleted: true } as const
