import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Executor } from '../execute.ts'
import { connectTo, type McpServerEntry } from './mcp-servers.ts'

/** Agents whose command `mcp add` adds a server. They are not installed; fake programs record their arguments. */
const PROGRAMS = ['claude', 'codex', 'gemini']

/** Runs commands that add a server to an agent, and connects to this server with an official client. */
export const mcpClient: Executor = async (snippet, page) => {
  const folder = join(page.folder, 'clients')
  const calls = join(folder, 'calls')
  mkdirSync(folder, { recursive: true })
  rmSync(calls, { force: true })
  for (const program of PROGRAMS) {
    writeFileSync(join(folder, program), standIn(calls))
    chmodSync(join(folder, program), 0o755)
  }
  await page.shell.run(`export PATH="${folder}:$PATH"\n${page.addressed(snippet.text)}`)
  if (!existsSync(calls)) throw new Error(`it calls none of ${PROGRAMS.join(', ')}`)
  const lines = readFileSync(calls, 'utf8').trim().split('\n')
  for (const line of lines)
    await connectTo(serverAddedBy(JSON.parse(line) as string[], page.shell.environment()), page)
}

function standIn(calls: string): string {
  return `#!${process.execPath}
require('node:fs').appendFileSync(${JSON.stringify(calls)}, JSON.stringify(process.argv.slice(2)) + '\\n')
`
}

const OPTIONS = {
  transport: { type: 'string' },
  scope: { type: 'string' },
  header: { type: 'string', multiple: true },
  env: { type: 'string', multiple: true },
  url: { type: 'string' },
  'bearer-token-env-var': { type: 'string' },
} as const

/**
 * Returns the server that `mcp add` adds with these arguments.
 * @throws {Error} if an option is unknown
 */
function serverAddedBy(args: string[], environment: Record<string, string>): McpServerEntry {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const [mcp, add, name, target = values.url ?? '', ...rest] = positionals
  if (mcp !== 'mcp' || add !== 'add' || !name) throw new Error(`this adds no server: ${args.join(' ')}`)
  if (!/^https?:/.test(target))
    return { command: target, args: rest, env: Object.fromEntries((values.env ?? []).map(pair('='))) }
  const token = environment[values['bearer-token-env-var'] ?? '']
  const given = Object.fromEntries((values.header ?? []).map(pair(': ')))
  return { url: target, headers: { ...given, ...(token && { Authorization: `Bearer ${token}` }) } }
}

/** Splits `name=value` at the first separator. */
function pair(separator: string) {
  return (text: string): [string, string] => {
    const [name = '', ...value] = text.split(separator)
    return [name, value.join(separator)]
  }
}
