import { createShareLink as create, createShareLinkBodySchema } from '../../core/share-links/create.ts'
import { createdShareLinkDefinition, shareLinkDefinition } from '../../core/share-links/definition.ts'
import { defineTool } from '../foundation/tool.ts'
import { viewBy } from '../views/view.ts'

const linkView = viewBy(shareLinkDefinition.pick({ id: true, name: true, runId: true, expiresAt: true }))

export const createShareLink = defineTool({
  name: 'create_share_link',
  title: 'Share a report',
  description:
    'Creates a link to a page with the report of a run, or of the latest run. Everybody who has it can read the report without an account. Ask the user first.',
  permission: 'reports:manage',
  effect: 'outside',
  input: createShareLinkBodySchema.omit({ password: true, locale: true, timezone: true }),
  output: createdShareLinkDefinition.extend({ shareLink: linkView.definition.describe('The link.') }),
  async run(input, { ctx }) {
    const { shareLink, url } = await create({ ctx, input })
    return { shareLink: linkView.show(shareLink), url }
  },
})
