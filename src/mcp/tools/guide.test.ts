import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AppCtx } from '../../core/context.ts'
import type { KeyActor } from '../../core/foundation/actor.ts'
import { TOOLS } from './all.ts'

const KEY: KeyActor = {
  type: 'key',
  keyId: 'k',
  organizationId: 'o',
  projectId: null,
  scopes: ['read', 'run', 'write'],
}
const ORGANIZATION = { actor: KEY } as AppCtx
const PROJECT = { actor: { ...KEY, projectId: 'p' } } as AppCtx

it('the guide lists every tool with its keys and its effect, in listing order', () => {
  const guide = readFileSync('docs/mcp.md', 'utf8')
  const table = guide.slice(guide.indexOf('### Tools'), guide.indexOf('### Resources'))
  const rows = [...table.matchAll(/^\| `(\w+)` *\| (\w+) *\| (\w+) *\|/gm)].map((row) => row.slice(1, 4))
  expect(rows).toEqual(
    TOOLS.map((tool) => {
      const [project, organization] = [tool.isFor(PROJECT), tool.isFor(ORGANIZATION)]
      const keys = project && organization ? 'both' : project ? 'project' : 'organization'
      const { readOnlyHint, openWorldHint, ...changes } = tool.listing().annotations
      const changing = 'destructiveHint' in changes && changes.destructiveHint ? 'cancels' : 'changes'
      return [tool.name, keys, readOnlyHint ? 'reads' : openWorldHint ? 'spends' : changing]
    }),
  )
})
