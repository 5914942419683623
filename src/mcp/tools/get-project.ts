import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { projectDefinition } from '../../core/projects/definition.ts'
import { readOwnProject } from '../../core/projects/read.ts'
import { cursorSchema, listOf, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'

export const getProject = defineTool({
  name: 'get_project',
  title: 'Get project',
  description:
    'Returns the project of the key: the brand being measured with its aliases and domains, its home market, and its competitors. Call it first.',
  permission: 'project:read',
  effect: 'read',
  input: z.strictObject({ cursor: cursorSchema }),
  output: projectDefinition.extend({
    competitors: projectDefinition.shape.competitors.describe(
      'Competitors in their configured order; a long list is paginated.',
    ),
    nextCursor: nextCursorSchema,
  }),
  async run({ cursor }, { ctx }) {
    const name = `project ${requireProjectId(ctx)}`
    const after = positionIn(name, cursor)
    const project = await readOwnProject({ ctx })
    const { items, nextCursor } = await splitIntoPages({
      name,
      after,
      head: { ...project, competitors: [] },
      ...listOf(project.competitors),
      show: ({ item }) => item,
    })
    return { ...project, competitors: items, nextCursor }
  },
})
