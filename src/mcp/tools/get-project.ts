import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { projectDefinition } from '../../core/projects/definition.ts'
import { readOwnProject } from '../../core/projects/read.ts'
import { cursorSchema, listOf, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'

/** The project of the key. */
export const getProject = defineTool({
  name: 'get_project',
  title: 'Get project',
  description:
    'The project of the key: the brand whose visibility is measured, with its aliases and domains, its home market, and the competitors it is compared with. Call it first. Then list_prompts for what is asked, get_run for the latest figures.',
  permission: 'project:read',
  effect: 'read',
  input: z.strictObject({ cursor: cursorSchema }),
  output: projectDefinition.extend({
    competitors: projectDefinition.shape.competitors.describe(
      'The brands tracked beside it, in their order; a long list comes in pages.',
    ),
    nextCursor: nextCursorSchema,
  }),
  async run({ cursor }, { ctx }) {
    const name = `project ${projectOf(ctx)}`
    const after = positionIn(name, cursor)
    const project = await readOwnProject({ ctx })
    const { items, nextCursor } = await readPage({
      name,
      after,
      beside: { ...project, competitors: [] },
      ...listOf(project.competitors),
      show: ({ item }) => item,
    })
    return { ...project, competitors: items, nextCursor }
  },
})
