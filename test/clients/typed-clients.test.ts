import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../code-blocks/run.ts'
import { snippetsOf } from '../code-blocks/snippet.ts'
import { createWorld, type World } from '../world.ts'

const PAGE = 'docs/typed-clients.md'
/** The programs with generated types. The program with our own client has its own tests. */
const [WATCH = '', COMPETITORS = '', POLL = ''] = snippetsOf(PAGE)
  .filter(({ language, text }) => language === 'ts' && !text.includes('@answergraph/client'))
  .map(({ text }) => text)

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  plugins: [{ name: 'gql.tada/ts-plugin', schema: 'schema.graphql', tadaOutputLocation: 'graphql-env.d.ts' }],
}

let world: World
let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  world = await createWorld()
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { id: projectId } = await world.project({ organizationId, competitors: ['Boardly'] })
  const { key } = await world.projectKey(projectId)
  // Inside the repository, so that Node.js can resolve packages.
  folder = mkdtempSync(resolve('node_modules/.typed-clients-'))
  environment = { PATH: process.env.PATH ?? '', KEY: key }
  write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
  const graphql = `${world.url}/graphql`
  await command('gql.tada', ['generate-schema', graphql, '--header', `Authorization: Bearer ${key}`])
  await command('gql.tada', ['generate-output'])
  await command('openapi-typescript', [`${world.url}/v1/openapi.json`, '--output', 'openapi.d.ts'])
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const command = (name: string, parameters: string[]) =>
  run(resolve('node_modules/.bin', name), parameters, { cwd: folder, env: environment })

/** Compiles a program, which replaces the previous one, and checks its GraphQL documents. */
async function compile(text: string): Promise<void> {
  write('program.ts', text.replaceAll('localhost:4000', new URL(world.url).host))
  await command('tsc', [])
  await command('gql.tada', ['check'])
}

describe('a program with types generated from the running server', () => {
  test('starts an analysis over GraphQL and subscribes until it ends', async () => {
    expect(await outputOf(WATCH)).toMatch(
      /^COMPLETED 10 of 10\nmention rate \d+ %, between \d+ % and \d+ % \(\d+ answers\)$/m,
    )
  })

  test('reads from GraphQL with a client for typed documents', async () => {
    expect(await outputOf(COMPETITORS)).toBe('Boardly\n')
  })

  test('starts an analysis over REST and polls until it ends', async () => {
    expect(await outputOf(POLL)).toMatch(
      /^completed 10 of 10\nmention rate \d+ %, between \d+ % and \d+ % \(\d+ answers\)$/m,
    )
  })

  async function outputOf(text: string): Promise<string> {
    await compile(text)
    await command('esbuild', ['program.ts', '--format=esm', '--target=node20', '--outfile=program.mjs'])
    return run(process.execPath, ['program.mjs'], { cwd: folder, env: environment })
  }
})

describe('a program does not compile', () => {
  test.each([
    ['with a field of a document that is not in the schema', WATCH, 'mentionRate {', 'mentionRat {'],
    ['when it reads a field that its document does not select', WATCH, 'last.status', 'last.finishedAt'],
    ['with a variable of another type', WATCH, 'replicates: 5', 'replicates: "5"'],
    ['without a required variable', WATCH, ', replicates: 5', ''],
    ['with a field of a body that the operation does not have', POLL, 'replicates:', 'replicas:'],
    ['when it reads a field that the response does not have', POLL, 'analysis.status', 'analysis.state'],
    ['when it reads a field that only ended analyses have', POLL, 'analysis.status', 'analysis.credits'],
  ])('%s', async (_, text, right, wrong) => {
    expect(text).toContain(right)
    await expect(compile(text.replace(right, wrong))).rejects.toThrow('program.ts')
  })

  test('with a field that is not in the schema, and the error suggests the right field', async () => {
    write('program.ts', WATCH.replace('progress { completed', 'progress { complete'))
    await expect(command('gql.tada', ['check'])).rejects.toThrow(/"complete" on type "Progress".*"completed"/)
  })
})

/** Uses parts of several responses, each with its one type. */
const PARTS = `
import type { Citation, GetTrendsResponse, ListRunResultsResponse, Rate, Sentiment } from './other/types.gen.js'

export const rates = ({ data }: GetTrendsResponse): Rate[] =>
  data.flatMap(({ mentionRate, entities = [] }) => [mentionRate, ...entities.map((entity) => entity.mentionRate)])
export const citations = ({ data }: ListRunResultsResponse): Citation[] =>
  data.flatMap(({ citations }) => citations ?? [])
export const sentiments = ({ data }: ListRunResultsResponse): (Sentiment | null)[] =>
  data.map(({ sentiment }) => sentiment)
// @ts-expect-error: a rate has no such field
export const wrong = (rate: Rate) => rate.percent
`

test('a second generator, Hey API, gives each component of the OpenAPI document one type', async () => {
  const document = await (await fetch(`${world.url}/v1/openapi.json`)).json()
  await createClient({
    input: document,
    output: { path: join(folder, 'other'), importFileExtension: '.js' },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  })
  await compile(PARTS)
  const types = [
    ...readFileSync(join(folder, 'other', 'types.gen.ts'), 'utf8').matchAll(/^export type (\w+) =/gm),
  ].map(([, name = '']) => name)
  expect(types).toEqual(expect.arrayContaining(Object.keys(document.components.schemas)))
  // The generator would add a number to the name of a second type.
  expect(types.filter((name) => /\d$/.test(name))).toEqual([])
})
