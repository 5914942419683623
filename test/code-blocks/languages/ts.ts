import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transform } from 'esbuild'
import type { Executor } from '../execute.ts'
import { run } from '../run.ts'

/** The strictest TypeScript settings, with the types of Node.js and browsers. */
const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  module: 'NodeNext',
  skipLibCheck: true,
  types: ['node'],
}

/**
 * Compiles an ES module and runs it with Node.js. If the path of a repository file follows the language, the block is a copy
 * of this file, and the file itself is compiled and executed.
 */
export const ts: Executor = async (snippet, page) => {
  const [file] = snippet.words
  if (file) {
    if (readFileSync(file, 'utf8') !== snippet.text) throw new Error(`is not the text of ${file}`)
    return
  }
  const name = `snippet-${snippet.line}`
  const source = page.addressed(snippet.text)
  writeFileSync(join(page.folder, `${name}.mts`), source)
  const config = join(page.folder, `${name}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [`${name}.mts`] }))
  const options = { cwd: page.folder, env: page.shell.environment() }
  await run(resolve('node_modules/.bin/tsc'), ['-p', config], options)
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' })
  writeFileSync(join(page.folder, `${name}.mjs`), code)
  page.outputs.set(snippet, await run(process.execPath, [`${name}.mjs`], options))
}
