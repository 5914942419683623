import type { Executor } from '../execute.ts'
import { mcpClient } from './mcp-client.ts'
import { checkSyntax, isTestedBy, TESTED_BY } from './sh-unexecuted.ts'

/**
 * Runs a block in the page's bash session, with the variables of the previous `sh` blocks. The block fails if a command
 * prints an API error, even with exit code 0. Words after the language change this:
 * - `refused`: the block must print an API error.
 * - `mcp-client`: the block adds a server to agents that are not installed; see {@link mcpClient}.
 * - `tested-by=FILE`: the block takes long, and this test executes it.
 * - `syntax`: the block would change the machine, for example its systemd units, so only its syntax is checked.
 */
export const sh: Executor = async (snippet, page) => {
  if (snippet.words.includes('syntax')) return checkSyntax(snippet, page)
  if (snippet.words.includes('mcp-client')) return mcpClient(snippet, page)
  const test = snippet.words.find((word) => word.startsWith(TESTED_BY))
  if (test) return isTestedBy(snippet, test.slice(TESTED_BY.length))
  const printed = await page.shell.run(page.addressed(snippet.text))
  page.outputs.set(snippet, printed)
  const [error] = ERRORS.flatMap((pattern) => pattern.exec(printed) ?? [])
  const wanted = snippet.words.includes('refused')
  if (error && !wanted) throw new Error(`a response is an error:\n${printed}`)
  if (!error && wanted) throw new Error(`no response is an error:\n${printed}`)
}

/** Matches the errors of REST, the command line, GraphQL and MCP. */
const ERRORS = [/^\{\s*"error":\s*\{.*/m, /"errors":\s*\[\s*\{.*/, /"jsonrpc":\s*"2.0".*"error":.*/]
