import { expectedVersionSchema } from '../../core/access/project-access.ts'
import { createProject } from '../../core/projects/create.ts'
import { deleteProject } from '../../core/projects/delete.ts'
import { readProject } from '../../core/projects/read.ts'
import type { ProjectRecord } from '../../core/projects/row.ts'
import { updateProject } from '../../core/projects/update.ts'
import { builder } from '../foundation/builder.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { Project, ProjectEdge, projectCursor } from './project.ts'

/** Descriptions of input fields shared by mutations of projects. */
export const ABOUT = {
  projectId: 'The project. Only for members; project keys always use their own project.',
  expectedVersion: expectedVersionSchema.description ?? '',
  url: 'an http or https address.',
  aliases: 'Other names of the brand, at most 50. Replaces the list.',
  domains:
    'Domains of the brand, in addition to the domain of its website, such as `example.com`; at most 50. Replaces the list.',
} as const

/**
 * Creates the payload type of a mutation within a project. The project is loaded after the mutation, so it includes
 * the changes.
 */
export function projectChangePayload<More = unknown>(name: string, description: string) {
  return builder.objectRef<{ projectId: string } & More>(name).implement({
    description,
    fields: (t) => ({
      project: t.field({
        type: Project,
        description: 'The current state of the project.',
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
      description: 'Display name of the project, and initially its analysis brand.',
    }),
    url: t.field({ type: 'URL', description: 'Website of the brand; the setup reads its first page.' }),
    location: t.string({
      description: 'Home market of the brand: a country, or `global`, which is the default.',
    }),
  }),
})

const CreateProjectPayload = builder.objectRef<{ project: ProjectRecord }>('CreateProjectPayload').implement({
  description: 'The new project.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project. Its setup is queued.' }),
    projectEdge: t.field({
      type: ProjectEdge,
      description: 'The project with its position in the projects of the organization.',
      resolve: ({ project }) => ({ cursor: projectCursor(project), node: project }),
    }),
  }),
})

builder.mutationField('createProject', (t) =>
  t.field({
    type: CreateProjectPayload,
    description:
      'Creates a project in the organization of the caller and starts its setup. Only for admins and for organization keys with the scope ADMIN.',
    args: { input: t.arg({ type: CreateProjectInput, required: true, description: 'The project.' }) },
    resolve: async (_, { input: { name, ...rest } }, { ctx }) => ({
      project: await createProject({ ctx, input: { name, ...omitNullish(rest) } }),
    }),
  }),
)

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description: 'Changes to a project; omitted fields do not change.',
  fields: (t) => ({
    projectId: t.id({
      description: 'databaseId or global id of the project. Not needed with a project key.',
    }),
    expectedVersion: t.int({ description: ABOUT.expectedVersion }),
    displayName: t.string({ description: 'Display name of the project.' }),
    analysisBrandName: t.string({
      description: 'Analyzed brand of future runs. Runs that have already started keep their brand.',
    }),
    url: t.field({
      type: 'URL',
      description: `Website of the brand: ${ABOUT.url} Null removes it.`,
    }),
    description: t.string({
      description: 'Description of the brand, at most 500 characters. Null removes it.',
    }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
    defaultProviders: t.stringList({
      description: 'Ids or aliases of the default providers of new prompts.',
    }),
    replicates: t.int({ description: 'How often a run asks each question, 1–10.' }),
  }),
})

const UpdateProjectPayload = builder.objectRef<{ project: ProjectRecord }>('UpdateProjectPayload').implement({
  description: 'The changed project.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The current state of the project.' }),
  }),
})

builder.mutationField('updateProject', (t) =>
  t.field({
    ...failsWith('NOT_FOUND', 'INVALID_PROVIDER', 'CONFLICT'),
    type: UpdateProjectPayload,
    description: 'Changes the given fields of a project. Runs that have already started are not affected.',
    args: { input: t.arg({ type: UpdateProjectInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input: { projectId, url, description, ...rest } }, { ctx }) => ({
      project: await updateProject({
        ctx,
        input: {
          ...namedProject(projectId),
          ...omitNullish(rest),
          // Null clears these fields; omitting them does not.
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
    projectId: t.id({ required: true, description: 'databaseId or global id of the project.' }),
  }),
})

const DeleteProjectPayload = builder.objectRef<{ id: string }>('DeleteProjectPayload').implement({
  description: 'The deleted project.',
  fields: (t) => ({
    deletedProjectId: t.id({
      description: 'Global id of the project.',
      resolve: ({ id }) => globalIdOf('Project', id),
    }),
    databaseId: t.exposeString('id', { description: 'Id of the deleted project in REST.' }),
  }),
})

builder.mutationField('deleteProject', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: DeleteProjectPayload,
    description:
      'Deletes a project with its prompts, schedule, runs, async analyses, results and keys. Only for admins and for organization keys with the scope ADMIN.',
    args: {
      input: t.arg({ type: DeleteProjectInput, required: true, description: 'The project to delete.' }),
    },
    resolve: (_, { input: { projectId } }, { ctx }) =>
      deleteProject({ ctx, input: { projectId: databaseIdOf(projectId, 'Project') } }),
  }),
)
