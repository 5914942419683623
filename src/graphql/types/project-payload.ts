import { readProject } from '../../core/projects/read.ts'
import { builder } from '../builder.ts'
import { Project } from './project.ts'

/** What the fields that requests about projects share are for. */
export const ABOUT = {
  projectId: 'The project, for members only: a key has one and names none.',
  url: 'an http or https address.',
  aliases: 'Other names it is found by, at most 50. Replaces the list.',
  domains:
    'Domains whose pages are its own, beside that of its website, such as `example.com`; at most 50. Replaces the list.',
} as const

/** The payload of a mutation of something in a project. The project is read when the payload is: as it is then. */
export function projectChangePayload(name: string, description: string) {
  return builder.objectRef<{ projectId: string }>(name).implement({
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
