import { expect, it } from 'vitest'
import { commandsOf, snippetsTestedBy } from './languages/sh-unexecuted.ts'
import { run } from './run.ts'

const [block] = snippetsTestedBy('test/code-blocks/single-page.test.ts', 'CONTRIBUTING.md')

it('the command in CONTRIBUTING.md executes only the blocks of the given page', async () => {
  const [[command = ''] = []] = block ? commandsOf(block) : []
  const { PATH = '', HOME = '' } = process.env
  const printed = await run('bash', ['-c', `${command} --reporter=verbose`], {
    cwd: process.cwd(),
    env: { PATH, HOME, NO_COLOR: '1' },
  })
  expect(printed).toContain('docs/architecture.md > Architecture, 1: text diagram')
  expect(printed).not.toContain('docs/api.md')
}, 120_000)
