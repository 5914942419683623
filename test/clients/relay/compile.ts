import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** The package is untyped: it is the path of a binary. */
const compiler: string = require('relay-compiler')

/** The output of Relay's compiler. */
export interface Compiled {
  /** The module of an operation or a fragment. */
  artifact<Artifact>(name: string): Promise<Artifact>
  remove(): void
}

/**
 * Compiles documents.graphql as the source of an application, against the checked-in schema.
 * @throws {Error} with the compiler's message when they do not match the schema
 */
export function compile(): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-relay-'))
  const config = { src: '.', schema: 'schema.graphql', language: 'javascript', eagerEsModules: true }
  const documents = readFileSync(new URL('documents.graphql', import.meta.url), 'utf8')
  copyFileSync('schema.graphql', join(folder, 'schema.graphql'))
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'documents.js'), `graphql\`${documents}\``)
  execFileSync(compiler, ['--noWatchman', 'relay.config.json'], { cwd: folder, stdio: 'pipe' })
  return {
    artifact: async (name) => (await import(join(folder, '__generated__', `${name}.graphql.js`))).default,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
