import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXPORTED, NOT_EXPORTED } from '../../src/core/privacy/export-organization.ts'
import { createPerson } from '../api/member-client.ts'
import { type Client, createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runCommand, runJson } from '../faults/server-process.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let client: Client
let environment: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'answergraph-export-'))
beforeAll(async () => {
  world = await createWorld()
  client = await createClient(world)
  environment = {
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: 'a secret of at least thirty-two bytes',
    DATA_DIR: folder,
  }
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates an organization with a member, and a project with an ended run and an ended analysis. */
async function createTenant() {
  const project = await createRunProject(world, client, { prompts: [{ text: 'Best task manager?' }] })
  const { organizationId } = project
  const person = await createPerson(world, { organizationId })
  await project.run()
  const { name } = await world.operator.db.prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
  })
  return { ...project, person, name }
}

it('every table is exported, or not for a stated reason', () => {
  const tables = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/@@map\("(\w+)"\)/g)].map(
    ([, table]) => table,
  )
  expect([...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].toSorted()).toEqual(tables.toSorted())
})

it('an export contains everything of one organization, and no secret', async () => {
  const own = await createTenant()
  const other = await createTenant()
  const file = join(folder, 'export.jsonl.gz')
  const { rows } = await runJson<{ rows: number }>(['org', 'export', own.organizationId, file], environment)
  const text = gunzipSync(readFileSync(file)).toString()
  const exported = text
    .trim()
    .split('\n')
    .map((line): { table: string; row: Record<string, unknown> } => JSON.parse(line))
  expect(exported).toHaveLength(rows)
  for (const table of [
    'organization',
    'user',
    'api_key',
    'project',
    'prompt',
    'batch',
    'result',
    'answer',
    'artifact',
  ])
    expect(
      exported.map((entry) => entry.table),
      table,
    ).toContain(table)
  expect(text).toContain('Best task manager?')
  expect(text).toContain(own.person.email)
  expect(text).not.toContain(other.organizationId)
  expect(text).not.toContain(other.person.email)
  const columns = new Set(exported.flatMap(({ row }) => Object.keys(row)))
  for (const secret of ['hash', 'webhook_secret', 'sealed', 'password', 'token', 'token_hash'])
    expect(columns, secret).not.toContain(secret)
  const again = await runCommand(['org', 'export', own.organizationId, file], environment)
  expect(again.code).toBe(1)
  expect(again.errors).toContain('EEXIST')
})

it('an erased organization leaves no row and no access, and other organizations keep theirs', async () => {
  const own = await createTenant()
  const other = await createTenant()
  const erase = (name: string) =>
    runCommand(['org', 'erase', own.organizationId, '--name', name, '--json'], environment)
  expect((await erase('wrong')).code).toBe(1)
  const erased = await erase(own.name)
  expect(JSON.parse(erased.output)).toEqual({ id: own.organizationId, erased: true, users: 1 })
  const { pool, prisma } = world.operator.db
  for (const [table, { where }] of Object.entries(EXPORTED)) {
    const { rowCount } = await pool.query(`SELECT FROM "${table}" WHERE ${where}`, [own.organizationId])
    expect(rowCount, table).toBe(0)
  }
  expect(await prisma.user.count({ where: { id: own.person.userId } })).toBe(0)
  expect(await prisma.project.count({ where: { id: own.projectId } })).toBe(0)
  expect(await prisma.result.count({ where: { batch: { organizationId: other.organizationId } } })).toBe(1)
  expect(await prisma.user.count({ where: { id: other.person.userId } })).toBe(1)
})
