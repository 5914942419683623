import { z } from 'zod'
import { providerDefinition } from '../../core/providers/definition.ts'
import { listProviders as list } from '../../core/providers/list.ts'
import { cursorSchema, listOf, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { viewBy } from '../views/view.ts'

/** A provider without what concerns operators only. */
const providerView = viewBy(providerDefinition.omit({ driver: true, routes: true, fix: true }))

/** The AI search surfaces that can be asked. */
export const listProviders = defineTool({
  name: 'list_providers',
  title: 'List providers',
  description:
    'The AI search surfaces (providers) of this installation: the id that names each in the arguments of other tools, the countries it answers for, whether it can be asked now, and whether its answers are real or simulated (invented, of no value as a measurement). Call it before start_async_analysis.',
  permission: 'organization:read',
  effect: 'read',
  input: z.strictObject({ cursor: cursorSchema }),
  output: z.object({
    providers: z.array(providerView.definition).describe('In the order of the registry.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ cursor }, { ctx }) {
    const name = 'providers'
    const { items, nextCursor } = await readPage({
      name,
      after: positionIn(name, cursor),
      ...listOf(await list({ ctx })),
      show: ({ item }) => providerView.show(item),
    })
    return { providers: items, nextCursor }
  },
})
