import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parquetMetadata } from 'hyparquet'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportRows } from '../../src/core/exports/export-rows.ts'
import { valuesOf } from '../../src/definitions/fields/enumeration.ts'
import { EXPORT_FORMATS, toFile } from '../../src/rest/foundation/export-formats.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

const ANSWERS = 24_000
/** Answers per statement. */
const PAGE = 200
/** Length of an answer. Compression must not make the file small, so that the texts are random. */
const CHARACTERS = 1_600
/** Bytes that an export may hold: the texts of a row group, in several copies. The texts of all answers have 38 MB. */
const HELD = 25_000_000

let world: World
let project: RunProject
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  project = await createRunProject(world, await createClient(world), { prompts: [{ text: 'Best?' }] })
  const runId = await runWithAnswers(world, project, () => ({ text: 'Taskfern is good.' }))
  const { pool } = world.operator.db
  await pool.query(
    `INSERT INTO result (id, batch_id, ordinal, prompt_ordinal, provider, location, replicate, status, surface, answered_at,
       first_observation, first_extraction_version)
     SELECT gen_random_uuid(), batch_id, n, prompt_ordinal, provider, location, 1, status, surface, answered_at,
       first_observation, first_extraction_version
     FROM result, generate_series(1, ${ANSWERS - 1}) n WHERE batch_id = $1 AND ordinal = 0`,
    [runId],
  )
  await pool.query(
    `INSERT INTO answer (result_id, text, facts)
     SELECT r.id, (SELECT string_agg(md5(r.id::text || n), '') FROM generate_series(1, ${CHARACTERS / 32}) n), '{}'
     FROM result r WHERE r.batch_id = $1 AND r.ordinal > 0`,
    [runId],
  )
  await pool.query('ANALYZE')
}, 120_000)
afterEach(() => vi.restoreAllMocks())
afterAll(() => world?.close())

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function bytesHeld(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Counts the statements that read a page of answers. */
function countPages(): () => number {
  const query = vi.spyOn(world.operator.db.pool, 'query')
  return () =>
    query.mock.calls.filter(([statement]) => JSON.stringify(statement)?.includes('reporting_base.')).length
}

/** Requests all answers with their texts and returns the response without reading it. */
async function unread(format: string): Promise<IncomingMessage> {
  const request = get(`${world.url}/v1/analysis/exports/answers?includeAnswer=true&format=${format}`, {
    headers: { Authorization: `Bearer ${project.key}` },
  })
  const [response] = await once(request, 'response')
  return response
}

describe.each(valuesOf(EXPORT_FORMATS))(`an export of ${ANSWERS} answers as %s`, (format) => {
  it('holds a few megabytes at any time', async () => {
    const ctx = world.member(project.organizationId)
    const input = { table: 'answers', projectId: project.projectId, includeAnswer: true } as const
    const before = bytesHeld()
    let most = 0
    let bytes = 0
    let pieces = 0
    for await (const piece of toFile(format, await exportRows({ ctx, input }))) {
      bytes += piece.length
      pieces += 1
      if (format === 'parquet' || pieces % 10 === 0) most = Math.max(most, bytesHeld() - before)
    }
    expect(bytes).toBeGreaterThan(ANSWERS * CHARACTERS * 0.5)
    expect(most).toBeLessThan(HELD)
  }, 120_000)
})

describe.each(['csv', 'parquet'])('a response with %s', (format) => {
  it('reads no further than the client does', async () => {
    const pages = countPages()
    const response = await unread(format)
    // Once the buffers of the sockets are full, no statement follows.
    let last = -1
    await eventually(() => {
      const count = pages()
      const isSame = count === last
      last = count
      expect(isSame && response.readableLength > 0).toBe(true)
    })
    expect(last).toBeLessThan(ANSWERS / PAGE)
    let rest = 0
    for await (const chunk of response) rest += chunk.length
    expect(rest).toBeGreaterThan(ANSWERS * CHARACTERS * 0.5)
    expect(pages()).toBe(ANSWERS / PAGE)
  }, 120_000)

  it('stops when the client disconnects', async () => {
    const pages = countPages()
    const response = await unread(format)
    await once(response, 'readable')
    response.destroy()
    await once(response, 'close')
    // By the time that another export has read everything, the abandoned one would have, too.
    const complete = await unread(format)
    for await (const _ of complete);
    expect(pages()).toBeGreaterThanOrEqual(ANSWERS / PAGE)
    expect(pages()).toBeLessThan(1.9 * (ANSWERS / PAGE))
  }, 120_000)
})

it('Parquet has several row groups', async () => {
  const response = await unread('parquet')
  const chunks: Uint8Array[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { row_groups: groups, num_rows: rows } = parquetMetadata(new Uint8Array(Buffer.concat(chunks)).buffer)
  expect(rows).toBe(BigInt(ANSWERS))
  expect(groups.length).toBeGreaterThan(10)
})

it('the connection breaks off if the run changes during the export', async () => {
  const response = await unread('jsonl')
  await once(response, 'readable')
  await world.operator.db.prisma.batch.updateMany({
    where: { projectId: project.projectId },
    data: { seq: { increment: 1 } },
  })
  await expect(
    (async () => {
      for await (const _ of response);
    })(),
  ).rejects.toMatchObject({ code: 'ECONNRESET' })
})
