import { projectDefinition } from '../../core/projects/definition.ts'
import { readOwnProject } from '../../core/projects/read.ts'
import { defineTool, NO_INPUT } from '../tool.ts'

/** The project of the key. */
export const getProject = defineTool({
  name: 'get_project',
  title: 'Get project',
  description:
    'The project of the key: its brand with aliases and domains, its home market and the competitors tracked beside it.',
  permission: 'project:read',
  effect: 'read',
  input: NO_INPUT,
  output: projectDefinition,
  run: (_, { ctx }) => readOwnProject({ ctx }),
})
