import { z } from 'zod'
import { providerDefinition } from '../../core/providers/definition.ts'
import { listProviders as list } from '../../core/providers/list.ts'
import { defineTool, NO_INPUT } from '../tool.ts'

/** The AI search surfaces that can be asked. */
export const listProviders = defineTool({
  name: 'list_providers',
  title: 'List providers',
  description:
    'The AI search surfaces that can be asked now, with the token that names each in other tools, the countries it answers for, and whether its answers are real or simulated.',
  permission: 'organization:read',
  effect: 'read',
  input: NO_INPUT,
  output: z.object({ providers: z.array(providerDefinition).describe('All of the registry.') }),
  run: async (_, { ctx }) => ({ providers: await list({ ctx }) }),
})
