import { createProject } from '../../core/projects/create.ts'
import { deleteProject } from '../../core/projects/delete.ts'
import { readProject } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/row.ts'
import { updateProject } from '../../core/projects/update.ts'
import { builder } from '../builder.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { Project, ProjectEdge, projectCursor } from './project.ts'

/** Descriptions of input fields that several mutations of projects share. */
export const ABOUT = {
  projectId: 'The project, for members only: a key has one and names none.',
  url: 'an http or https address.',
  aliases: 'Other names it is found by, at most 50. Replaces the list.',
  domains:
    'Domains whose pages are its own, beside that of its website, such as `example.com`; at most 50. Replaces the list.',
} as const

/** The payload of a mutation within a project. Its project is read after the mutation, with what that has changed. */
export function projectChangePayload<More = unknown>(name: string, description: string) {
  return builder.objectRef<{ projectId: string } & More>(name).implement({
    description,
    fields: (t) => ({
      project: t.field({
        type: Project,
        description: 'The project as it is now.',
        resolve: ({ projectId }, _, { ctx }) => readProject({ ctx, input: { id: projectId } }),
      }),
    }),
  })
}

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'A project to create.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The label of the project and, at first, its analysis brand.',
    }),
    url: t.field({ type: 'URL', description: 'Website of the brand; setup reads its first page.' }),
    location: t.string({ description: 'The home market of the brand; `global` by default.' }),
  }),
})

const CreateProjectPayload = builder.objectRef<{ project: ProjectRecord }>('CreateProjectPayload').implement({
  description: 'The new project.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project, whose setup is queued.' }),
    projectEdge: t.field({
      type: ProjectEdge,
      description: 'The project at its place in the projects of the organization.',
      resolve: ({ project }) => ({ cursor: projectCursor(project), node: project }),
    }),
  }),
})

builder.mutationField('createProject', (t) =>
  t.field({
    type: CreateProjectPayload,
    description:
      'Creates a project in the organization of the caller and starts its setup. For admins and organization keys with admin rights.',
    args: { input: t.arg({ type: CreateProjectInput, required: true, description: 'The project.' }) },
    resolve: async (_, { input: { name, ...rest } }, { ctx }) => ({
      project: await createProject({ ctx, input: { name, ...given(rest) } }),
    }),
  }),
)

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description: 'Changes of a project; fields that are not given stay as they are.',
  fields: (t) => ({
    projectId: t.id({
      description: 'The project, by databaseId or global id. Not needed with a project key.',
    }),
    displayName: t.string({ description: 'The label of the project.' }),
    analysisBrandName: t.string({
      description: 'The analysis brand of future runs. Runs that have started keep theirs.',
    }),
    url: t.field({
      type: 'URL',
      description: `Website of the brand: ${ABOUT.url} Null removes it.`,
    }),
    description: t.string({
      description: 'A description of the brand, at most 500 characters. Null removes it.',
    }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
    defaultProviders: t.stringList({
      description: 'Tokens or aliases of the default providers of new prompts.',
    }),
  }),
})

const UpdateProjectPayload = builder.objectRef<{ project: ProjectRecord }>('UpdateProjectPayload').implement({
  description: 'The changed project.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project as it is now.' }),
  }),
})

builder.mutationField('updateProject', (t) =>
  t.field({
    type: UpdateProjectPayload,
    description: 'Changes the given fields of a project. Runs that have started are not affected.',
    args: { input: t.arg({ type: UpdateProjectInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, url, description, ...rest } }, { ctx }) => ({
      project: await updateProject({
        ctx,
        input: {
          ...namedProject(projectId),
          ...given(rest),
          // Null clears these; leaving them out does not.
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
        },
      }),
    }),
  }),
)

const DeleteProjectInput = builder.inputType('DeleteProjectInput', {
  description: 'The project to delete.',
  fields: (t) => ({
    projectId: t.id({ required: true, description: 'The project, by databaseId or global id.' }),
  }),
})

const DeleteProjectPayload = builder.objectRef<{ id: string }>('DeleteProjectPayload').implement({
  description: 'The deleted project.',
  fields: (t) => ({
    deletedProjectId: t.id({
      description: 'Its global id.',
      resolve: ({ id }) => globalIdOf('Project', id),
    }),
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
  }),
})

builder.mutationField('deleteProject', (t) =>
  t.field({
    type: DeleteProjectPayload,
    description:
      'Deletes a project with its prompts, schedule, runs, async analyses, results and keys. For admins and organization keys with admin rights.',
    args: { input: t.arg({ type: DeleteProjectInput, required: true, description: 'Which one.' }) },
    resolve: (_, { input: { projectId } }, { ctx }) =>
      deleteProject({ ctx, input: { projectId: databaseIdOf(projectId, 'Project') } }),
  }),
)
