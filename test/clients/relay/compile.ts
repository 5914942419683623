import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** Path of the compiler binary. The package has no types. */
const compiler: string = require('relay-compiler')

/** Output of Relay's compiler. */
export interface Compiled {
  /** Imports the module of an operation or a fragment. */
  artifact<Artifact>(name: string): Promise<Artifact>
  remove(): void
}

/**
 * Compiles documents, by default documents.graphql, against the checked-in schema, as the source of an application.
 * @throws {Error} with the compiler's message if a document does not match the schema
 */
export function compile(
  documents = readFileSync(new URL('documents.graphql', import.meta.url), 'utf8'),
): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-relay-'))
  const config = { src: '.', schema: 'schema.graphql', language: 'javascript', eagerEsModules: true }
  copyFileSync('schema.graphql', join(folder, 'schema.graphql'))
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'documents.js'), `graphql\`${documents}\``)
  execFileSync(compiler, ['--noWatchman', 'relay.config.json'], { cwd: folder, stdio: 'pipe' })
  return {
    artifact: async (name) => (await import(join(folder, '__generated__', `${name}.graphql.js`))).default,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
