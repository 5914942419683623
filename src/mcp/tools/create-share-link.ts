import { createShareLink as create, createShareLinkBodySchema } from '../../core/share-links/create.ts'
import { createdShareLinkDefinition, shareLinkDefinition } from '../../core/share-links/definition.ts'
import { defineTool } from '../foundation/tool.ts'

export const createShareLink = defineTool({
  name: 'create_share_link',
  title: 'Share a report',
  description:
    'Creates a link to a page with the report of a run, or of the latest run. Everybody who has the link can read the report without an account until it expires. Ask the user before you share data.',
  permission: 'reports:manage',
  effect: 'share',
  input: createShareLinkBodySchema.omit({ password: true }),
  output: createdShareLinkDefinition.extend({
    shareLink: shareLinkDefinition.pick({ id: true, name: true, runId: true, expiresAt: true }),
  }),
  async run(input, { ctx }) {
    const { shareLink, url } = await create({ ctx, input })
    return { shareLink, url }
  },
})
