import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Executor } from '../execute.ts'

/** Checks the syntax, that the named folders of the repository exist, and that the named metrics are documented. */
export const yaml: Executor = async ({ text }) => {
  parse(text)
  for (const [, folder = ''] of text.matchAll(/\banswergraph\/(ops\/[\w/-]+)/g)) {
    if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`)
  }
  const documented = readFileSync('docs/operations.md', 'utf8')
  for (const [metric] of text.matchAll(/\banswergraph_\w+/g)) {
    if (!documented.includes(`\`${metric}\``)) throw new Error(`docs/operations.md has no metric ${metric}`)
  }
}
