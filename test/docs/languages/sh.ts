import type { Executor } from '../execute.ts'

/** Runs in the page's bash session, from which an `sh` snippet has the variables of those above it. */
export const sh: Executor = async (snippet, page) => {
  page.outputs.set(snippet, await page.shell.run(page.addressed(snippet.text)))
}
