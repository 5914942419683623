import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'
import { readConfig } from '../../../src/config.ts'
import { loadProviders } from '../../../src/providers/registry.ts'
import type { Executor } from '../execute.ts'
import { differences } from '../shape.ts'
import { operationsOf } from './graphql.ts'
import { mcpServers } from './mcp-servers.ts'

/** What a JSON block is a sample of, by the word after the language. */
const KINDS: Readonly<Record<string, Executor>> = {
  'providers-file': providersFile,
  'persisted-operations': persistedOperations,
  'mcp-servers': mcpServers,
  response,
  variables,
}

/** Checks a JSON block by the product's own definition of what it is a sample of. */
export const json: Executor = async (snippet, page) => {
  const kind = KINDS[snippet.words[0] ?? '']
  if (!kind) throw new Error(`write what it is after the language: one of ${Object.keys(KINDS).join(', ')}`)
  return kind(snippet, page)
}

/** PROVIDERS_FILE is loaded as a server loads it. */
async function providersFile(...[{ text }, page]: Parameters<Executor>): Promise<void> {
  const file = join(page.folder, 'providers.json')
  writeFileSync(file, text)
  loadProviders({ file, environment: {}, simulateMissing: true })
}

/** PERSISTED_OPERATIONS_FILE is read as a server reads it. */
async function persistedOperations(...[{ text }, page]: Parameters<Executor>): Promise<void> {
  const file = join(page.folder, 'persisted-operations.json')
  writeFileSync(file, text)
  readConfig({ PERSISTED_OPERATIONS_FILE: file })
}

/** The answer that the block directly above printed has this shape. */
async function response(...[snippet, page]: Parameters<Executor>): Promise<void> {
  const above = page.beside(snippet, -1)
  const printed = above && page.outputs.get(above)
  if (!printed) throw new Error('the block directly above has printed nothing')
  const found = differences(JSON.parse(snippet.text), JSON.parse(bodyOf(printed)))
  if (found.length > 0) throw new Error(`${found.join('\n')}\nprinted: ${printed}`)
}

/** Output without the header that `curl -i` prints. */
function bodyOf(printed: string): string {
  return printed.startsWith('HTTP/') ? printed.slice(printed.search(/\r?\n\r?\n/)) : printed
}

/** Used by the document above; here it is only checked that this is one, and has these variables. */
async function variables(...[snippet, page]: Parameters<Executor>): Promise<void> {
  const above = page.beside(snippet, -1)
  if (above?.language !== 'graphql') throw new Error('no document is directly above')
  const declared = operationsOf(parse(above.text)).flatMap(({ variableDefinitions = [] }) =>
    variableDefinitions.map(({ variable }) => variable.name.value),
  )
  const unknown = Object.keys(JSON.parse(snippet.text)).filter((name) => !declared.includes(name))
  if (unknown.length > 0) throw new Error(`the document above has no variable ${unknown.join(', ')}`)
}
