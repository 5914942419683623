import { readFileSync } from 'node:fs'
import type { Executor } from '../execute.ts'
import type { Page } from '../page.ts'
import { run } from '../run.ts'
import type { Snippet } from '../snippet.ts'
import { mcpClient } from './mcp-client.ts'

/**
 * Runs in the page's bash session, from which an `sh` snippet has the variables of those above it. Where curl and the commands print
 * an error of the product, the block fails although they succeed; with the word `refused` after the language one has to be printed.
 * With the word `mcp-client` it adds a server to agents, which are not installed: see {@link mcpClient}.
 * With the word `syntax` it is for a machine that a test does not change, such as one with systemd: it is only checked.
 */
export const sh: Executor = async (snippet, page) => {
  if (snippet.words.includes('syntax')) return check(snippet, page)
  if (snippet.words.includes('mcp-client')) return mcpClient(snippet, page)
  const printed = await page.shell.run(page.addressed(snippet.text))
  page.outputs.set(snippet, printed)
  const [error] = ERRORS.flatMap((pattern) => pattern.exec(printed) ?? [])
  const wanted = snippet.words.includes('refused')
  if (error && !wanted) throw new Error(`an answer is an error:\n${printed}`)
  if (!error && wanted) throw new Error(`no answer is an error:\n${printed}`)
}

/** The errors of REST and the command line, of GraphQL, and of MCP. */
const ERRORS = [/^\{\s*"error":\s*\{.*/m, /"errors":\s*\[\s*\{.*/, /"jsonrpc":\s*"2.0".*"error":.*/]

/** Checks that bash can read a script, and that package.json has the npm scripts that it runs. */
async function check({ text }: Snippet, { folder, shell }: Page): Promise<void> {
  await run('bash', ['-n', '-c', text], { cwd: folder, env: shell.environment() })
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, run, own]) => run ?? own,
  )
  const unknown = named.filter((name) => !scripts[name ?? ''])
  if (unknown.length > 0) throw new Error(`package.json has no script ${unknown.join(', ')}`)
}
