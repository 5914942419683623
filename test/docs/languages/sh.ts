import type { Executor } from '../execute.ts'

/**
 * Runs in the page's bash session, from which an `sh` snippet has the variables of those above it. Where curl and the commands print
 * an error of the product, the block fails although they succeed; with the word `refused` after the language one has to be printed.
 */
export const sh: Executor = async (snippet, page) => {
  const printed = await page.shell.run(page.addressed(snippet.text))
  page.outputs.set(snippet, printed)
  const [error] = ERRORS.flatMap((pattern) => pattern.exec(printed) ?? [])
  const wanted = snippet.words.includes('refused')
  if (error && !wanted) throw new Error(`an answer is an error:\n${printed}`)
  if (!error && wanted) throw new Error(`no answer is an error:\n${printed}`)
}

/** The errors of REST and the command line, of GraphQL, and of MCP. */
const ERRORS = [/^\{\s*"error":\s*\{.*/m, /"errors":\s*\[\s*\{.*/, /"jsonrpc":\s*"2.0".*"error":.*/]
