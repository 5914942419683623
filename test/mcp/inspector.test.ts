import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli/package.json')
const INSPECTOR = join(dirname(PACKAGE), 'build/index.js')

/**
 * Module to load before the Inspector, which looks for its package.json in the wrong folder. The module redirects the
 * import to the right file.
 */
const WITH_OWN_PACKAGE = dataUrl(`
  import { register } from 'node:module'
  register(${JSON.stringify(
    dataUrl(`
      export const resolve = (specifier, context, next) =>
        next(
          specifier === '../../package.json' && context.parentURL?.includes('/inspector-cli/') ? '../package.json' : specifier,
          context,
        )`),
  )})`)

function dataUrl(module: string): string {
  return `data:text/javascript,${encodeURIComponent(module)}`
}

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id } = await world.organization({ credits: 10 })
  key = (await world.organizationKey(id)).key
})
afterAll(() => world?.close())

/** Runs the command line of the MCP Inspector against the endpoint, and returns the JSON that it prints. */
async function inspect(...options: string[]): Promise<unknown> {
  const connection = ['--transport', 'http', '--header', `Authorization: Bearer ${key}`]
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    WITH_OWN_PACKAGE,
    INSPECTOR,
    `${world.url}/mcp`,
    ...connection,
    ...options,
  ])
  return JSON.parse(stdout)
}

describe("the Inspector's command line", () => {
  it('lists the tools and calls them, with and without arguments', async () => {
    const { tools } = (await inspect('--method', 'tools/list')) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toContain('list_providers')
    const call = ['--method', 'tools/call', '--tool-name']
    expect(await inspect(...call, 'get_credit_balance')).toMatchObject({ structuredContent: { credits: 10 } })
    const failed = await inspect(...call, 'get_async_analysis', '--tool-arg', 'analysisId=aa_unknown')
    expect(failed).toMatchObject({ isError: true })
  })
})
