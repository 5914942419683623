import { createProject } from '../../core/projects/create.ts'
import { deleteProject } from '../../core/projects/delete.ts'
import type { ProjectRecord } from '../../core/projects/record.ts'
import { updateProject } from '../../core/projects/update.ts'
import { builder } from '../builder.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { given, namedProject } from '../input.ts'
import { Project } from './project.ts'
import { ProjectEdge, projectCursor } from './project-list.ts'
import { ABOUT } from './project-payload.ts'

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'A project to be made.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The label of the project and, at first, its analysis brand.',
    }),
    url: t.string({ description: 'Website of the brand; setup reads its first page.' }),
    location: t.string({ description: 'Where the brand is at home; `global` when not given.' }),
  }),
})

const CreateProjectPayload = builder.objectRef<{ project: ProjectRecord }>('CreateProjectPayload').implement({
  description: 'What came of making a project.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project; its setup is queued.' }),
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
      'Makes a project in the organization of the caller and starts its setup. For admins and organization keys with admin.',
    args: { input: t.arg({ type: CreateProjectInput, required: true, description: 'The project.' }) },
    resolve: async (_, { input: { name, ...rest } }, { ctx }) => ({
      project: await createProject({ ctx, input: { name, ...given(rest) } }),
    }),
  }),
)

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description: 'What changes of a project; what is not given stays.',
  fields: (t) => ({
    projectId: t.id({
      description: 'Which one: its databaseId, or its global id. Not needed with a project key.',
    }),
    displayName: t.string({ description: 'The label of the project.' }),
    analysisBrandName: t.string({
      description: 'The brand that future runs look for; those that have begun keep theirs.',
    }),
    url: t.string({ description: `Website of the brand: ${ABOUT.url} Null takes it away.` }),
    description: t.string({
      description: 'What the brand says of itself, at most 500 characters. Null takes it away.',
    }),
    aliases: t.stringList({ description: ABOUT.aliases }),
    domains: t.stringList({ description: ABOUT.domains }),
    defaultProviders: t.stringList({
      description: 'Tokens or aliases of the providers that a prompt is asked of when it names none.',
    }),
  }),
})

const UpdateProjectPayload = builder.objectRef<{ project: ProjectRecord }>('UpdateProjectPayload').implement({
  description: 'What came of changing a project.',
  fields: (t) => ({
    project: t.expose('project', { type: Project, description: 'The project as it is now.' }),
  }),
})

builder.mutationField('updateProject', (t) =>
  t.field({
    type: UpdateProjectPayload,
    description: 'Changes the given fields of a project. Runs that have begun keep what they began with.',
    args: { input: t.arg({ type: UpdateProjectInput, required: true, description: 'What changes.' }) },
    resolve: async (_, { input: { projectId, url, description, ...rest } }, { ctx }) => ({
      project: await updateProject({
        ctx,
        input: {
          ...namedProject(projectId),
          ...given(rest),
          // Of these null says something.
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
    projectId: t.id({ required: true, description: 'Which one: its databaseId, or its global id.' }),
  }),
})

const DeleteProjectPayload = builder.objectRef<{ id: string }>('DeleteProjectPayload').implement({
  description: 'What came of deleting a project.',
  fields: (t) => ({
    deletedProjectId: t.id({
      description: 'The global id it had.',
      resolve: ({ id }) => globalIdOf('Project', id),
    }),
    databaseId: t.exposeString('id', { description: 'The id it had in REST.' }),
  }),
})

builder.mutationField('deleteProject', (t) =>
  t.field({
    type: DeleteProjectPayload,
    description:
      'Deletes a project with its prompts, schedule, runs, async analyses, results and keys. For admins and organization keys with admin.',
    args: { input: t.arg({ type: DeleteProjectInput, required: true, description: 'Which one.' }) },
    resolve: (_, { input: { projectId } }, { ctx }) =>
      deleteProject({ ctx, input: { projectId: databaseIdOf(projectId, 'Project') } }),
  }),
)
