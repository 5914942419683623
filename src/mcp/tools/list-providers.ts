import { z } from 'zod'
import { providerDefinition } from '../../core/providers/definition.ts'
import { listProviders as list } from '../../core/providers/list.ts'
import { cursorSchema, listOf, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { viewBy } from '../views/view.ts'

/** Fields of a provider, without those for operators. */
const providerView = viewBy(providerDefinition.omit({ driver: true, routes: true, fix: true }))

export const listProviders = defineTool({
  name: 'list_providers',
  title: 'List providers',
  description:
    'Lists the AI search surfaces (providers) of this installation: id, supported countries, whether the provider is available now, and whether its answers are real or simulated (made up). Call it before start_async_analysis.',
  permission: 'organization:read',
  effect: 'read',
  input: z.strictObject({ cursor: cursorSchema }),
  output: z.object({
    providers: z.array(providerView.definition).describe('Providers in registry order.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ cursor }, { ctx }) {
    const name = 'providers'
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      ...listOf(await list({ ctx })),
      show: ({ item }) => providerView.show(item),
    })
    return { providers: items, nextCursor }
  },
})
