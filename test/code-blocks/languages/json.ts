import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'
import { readConfig } from '../../../src/config/read.ts'
import { loadProviders } from '../../../src/providers/registry.ts'
import type { Executor } from '../execute.ts'
import { differences } from '../shape.ts'
import { operationsOf } from './graphql.ts'
import { mcpServers } from './mcp-servers.ts'

/** The check for each kind of JSON block, by the word after the language. */
const KINDS: Readonly<Record<string, Executor>> = {
  'providers-file': providersFile,
  'persisted-operations': persistedOperations,
  'mcp-servers': mcpServers,
  response,
  variables,
}

/** Checks a JSON block with the product's own definition of this kind of file or response. */
export const json: Executor = async (snippet, page) => {
  const kind = KINDS[snippet.words[0] ?? '']
  if (!kind) throw new Error(`name its kind after the language: ${Object.keys(KINDS).join(', ')}`)
  return kind(snippet, page)
}

/** Loads the block like a server loads PROVIDERS_FILE. */
async function providersFile(...[{ text }, page]: Parameters<Executor>): Promise<void> {
  const file = join(page.folder, 'providers.json')
  writeFileSync(file, text)
  loadProviders({ file, environment: {}, simulateMissing: true })
}

/** Reads the block like a server reads PERSISTED_OPERATIONS_FILE. */
async function persistedOperations(...[{ text }, page]: Parameters<Executor>): Promise<void> {
  const file = join(page.folder, 'persisted-operations.json')
  writeFileSync(file, text)
  readConfig({ PERSISTED_OPERATIONS_FILE: file })
}

/** Checks that the response printed by the previous block has this shape. */
async function response(...[snippet, page]: Parameters<Executor>): Promise<void> {
  const above = page.beside(snippet, -1)
  const printed = above && page.outputs.get(above)
  if (!printed) throw new Error('the block directly above has printed nothing')
  const found = differences(JSON.parse(snippet.text), JSON.parse(bodyOf(printed)))
  if (found.length > 0) throw new Error(`${found.join('\n')}\nprinted: ${printed}`)
}

/** Removes the headers that `curl -i` prints. */
function bodyOf(printed: string): string {
  return printed.startsWith('HTTP/') ? printed.slice(printed.search(/\r?\n\r?\n/)) : printed
}

/** Checks that the previous block is a GraphQL document with these variables. The document's own test uses the values. */
async function variables(...[snippet, page]: Parameters<Executor>): Promise<void> {
  const above = page.beside(snippet, -1)
  if (above?.language !== 'graphql') throw new Error('no document is directly above')
  const declared = operationsOf(parse(above.text)).flatMap(({ variableDefinitions = [] }) =>
    variableDefinitions.map(({ variable }) => variable.name.value),
  )
  const unknown = Object.keys(JSON.parse(snippet.text)).filter((name) => !declared.includes(name))
  if (unknown.length > 0) throw new Error(`the document above has no variable ${unknown.join(', ')}`)
}
