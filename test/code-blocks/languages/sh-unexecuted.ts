import { readFileSync } from 'node:fs'
import type { Page } from '../page.ts'
import { run } from '../run.ts'
import { type Snippet, snippetsOf } from '../snippet.ts'

export const TESTED_BY = 'tested-by='

/** Returns the blocks of a page that the given test executes. Their fences contain its file name. */
export function snippetsTestedBy(test: string, page: string): Snippet[] {
  const found = snippetsOf(page).filter(({ words }) => words.includes(`${TESTED_BY}${test}`))
  if (found.length === 0) throw new Error(`${page} has no block that names ${test}`)
  return found
}

/** Returns the commands of a block by line: `npm ci && npm start  # start it` becomes `['npm ci', 'npm start']`. */
export function commandsOf({ text }: Snippet): string[][] {
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)#.*/, '').trim())
  return lines.filter((line) => line !== '').map((line) => line.split(' && '))
}

/** Checks that the named test executes the block. */
export function isTestedBy({ file }: Snippet, test: string): void {
  if (!readFileSync(test, 'utf8').includes(`snippetsTestedBy('${test}', '${file}')`))
    throw new Error(`${test} does not execute it`)
}

/** Checks the syntax of a script, and that its npm scripts and Answergraph commands exist with their options. */
export async function checkSyntax({ text }: Snippet, { folder, shell }: Page): Promise<void> {
  const options = { cwd: folder, env: shell.environment() }
  await run('bash', ['-n', '-c', text], options)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const [, named, own] of text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)) {
    if (!scripts[named ?? own ?? '']) throw new Error(`package.json has no script ${named ?? own}`)
  }
  for (const [, command = '', rest = ''] of text.matchAll(COMMAND)) {
    const words = command.trim().split(' ')
    const help = await run('npx', ['answergraph', ...words, '--help'], options)
    const unknown = rest.match(/--[a-z-]+/g)?.filter((option) => !help.includes(option)) ?? []
    // Words after the command are choices of an argument, such as the table of an export. The help lists them in quotes.
    const name = /^Usage: answergraph ([a-z -]*[a-z])/.exec(help)?.[1]?.split(' ') ?? []
    const choices = words.slice(name.length).every((word) => help.includes(`"${word}"`))
    if (name.join(' ') !== words.slice(0, name.length).join(' ') || !choices || unknown.length > 0)
      throw new Error(`there is no answergraph ${words.join(' ')} ${unknown.join(' ')}:\n${help}`)
  }
}

/** Matches an Answergraph command with its words and options, up to a comment or the end of the command. */
const COMMAND =
  /(?:npx answergraph|bin\/answergraph\.js)((?: [a-z][a-z-]*(?![\w./-]))+)(.*?)(?=\s#|[|;&)]|$)/gm
