import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../faults/server-process.ts'
import { freePort } from '../free-port.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld()
  const { id: organizationId } = await world.organization()
  key = (await world.organizationKey(organizationId)).key
})
afterAll(() => world?.close())

/** Runs `answergraph mcp` with these arguments, and writes the messages to its standard input. */
function run(parameters: string[], environment: Record<string, string> = {}, messages: object[] = []) {
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  return runCommand(['mcp', ...parameters], environment, input)
}

describe('answergraph mcp', () => {
  it('exits with code 0 when standard input ends', async () => {
    expect(await run(['--url', world.url, '--key', key])).toEqual({ code: 0, output: '', errors: '' })
  })

  it('reads key and URL from environment variables, but prefers arguments', async () => {
    const environment = { ANSWERGRAPH_KEY: key, ANSWERGRAPH_URL: world.url }
    expect(await run([], environment)).toMatchObject({ code: 0 })
    expect(await run(['--key', 'svc_wrong'], environment)).toMatchObject({ code: 1 })
  })

  it('uses PORT to find the local server', async () => {
    const { port } = new URL(world.url)
    expect(await run(['--key', key], { PORT: port })).toMatchObject({ code: 0 })
  })

  it('accepts a URL that ends with /mcp or a slash', async () => {
    expect(await run(['--key', key, '--url', `${world.url}/mcp`])).toMatchObject({ code: 0 })
    expect(await run(['--key', key, '--url', `${world.url}/`])).toMatchObject({ code: 0 })
  })

  it('explains what to do if the key is missing or wrong', async () => {
    expect(await run(['--url', world.url])).toEqual({
      code: 1,
      output: '',
      errors: 'Error: Give a key: in the variable ANSWERGRAPH_KEY, or with --key.\n',
    })
    const { code, output, errors } = await run(['--url', world.url, '--key', 'svc_wrong'])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(/^Error: UNAUTHORIZED: The API key is .*\n$/)
  })

  it('says which server cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    expect(await run(['--url', url, '--key', key])).toEqual({
      code: 1,
      output: '',
      errors: `Error: Answergraph at ${url} cannot be reached (ECONNREFUSED). Start it, or give its address with --url.\n`,
    })
  })

  it('reports an invalid URL, and a URL without an MCP server', async () => {
    const { errors } = await run(['--url', 'localhost', '--key', key])
    expect(errors).toBe('Error: --url must be an address such as http://127.0.0.1:4000, not "localhost".\n')
    const elsewhere = `${world.url}/v1`
    expect((await run(['--url', elsewhere, '--key', key])).errors).toBe(
      `Error: No MCP server answers at ${elsewhere}/mcp (HTTP status 404). Give the address of Answergraph with --url.\n`,
    )
  })

  it('writes its error as JSON with --json', async () => {
    const { output, errors } = await run(['--json'])
    expect(JSON.parse(output)).toEqual({
      error: {
        code: 'UNAUTHORIZED',
        message: 'Give a key: in the variable ANSWERGRAPH_KEY, or with --key.',
      },
    })
    expect(errors).toBe('')
  })
})
