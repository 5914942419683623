import type { Executor } from '../execute.ts'
import { mcpClient } from './mcp-client.ts'
import { checkSyntax, isTestedBy, TESTED_BY } from './sh-unexecuted.ts'

/**
 * Runs in the page's bash session, from which an `sh` snippet has the variables of those above it. Where curl and the commands print
 * an error of the product, the block fails although they succeed; with the word `refused` after the language one has to be printed.
 * With the word `mcp-client` it adds a server to agents, which are not installed: see {@link mcpClient}.
 * With `tested-by=FILE` it takes too long here, and that test executes it.
 * With the word `syntax` it is for a machine that a test does not change, such as one with systemd: it is only checked.
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
  if (error && !wanted) throw new Error(`an answer is an error:\n${printed}`)
  if (!error && wanted) throw new Error(`no answer is an error:\n${printed}`)
}

/** The errors of REST and the command line, of GraphQL, and of MCP. */
const ERRORS = [/^\{\s*"error":\s*\{.*/m, /"errors":\s*\[\s*\{.*/, /"jsonrpc":\s*"2.0".*"error":.*/]
