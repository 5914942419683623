import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIMENSIONS } from '../../src/core/exports/dimensions.ts'
import { EXPORT_TABLES } from '../../src/core/exports/tables.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { eraseOrganization } from '../../src/core/privacy/erase-organization.ts'
import { createReportingRole } from '../../src/core/reporting-roles/create.ts'
import { listReportingRoles } from '../../src/core/reporting-roles/list.ts'
import { revokeReportingRole } from '../../src/core/reporting-roles/revoke.ts'
import { rotateReportingRole } from '../../src/core/reporting-roles/rotate.ts'
import { openDatabase } from '../../src/infra/database.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'

const VIEWS = [...DIMENSIONS, ...Object.values(EXPORT_TABLES)].map(({ view }) => view)

let world: World
let ours: RunProject
let theirs: RunProject
let login: { role: string; password: string }
/** A session of the reporting role of our organization. */
let analyst: pg.Client
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  ours = await projectWithRun('Our secret question?')
  theirs = await projectWithRun('Their secret question?')
  login = await createReportingRole({ ctx: world.operator, input: { organizationId: ours.organizationId } })
  analyst = await connect(login)
})
afterAll(async () => {
  await analyst?.end()
  for (const { role } of await listReportingRoles({ ctx: world.operator, input: {} }))
    await revokeReportingRole({ ctx: world.operator, input: { role } })
  await world?.close()
})

async function projectWithRun(text: string): Promise<RunProject> {
  const client = await createClient(world)
  const project = await createRunProject(world, client, { competitors: ['Boardly'], prompts: [{ text }] })
  await runWithAnswers(world, project, () => ({ brand: 1, competitor: 2, cited: true }))
  const { id: resultId } = await world.operator.db.prisma.result.findFirstOrThrow({
    where: { batch: { projectId: project.projectId } },
  })
  await world.operator.db.prisma.labelCorrection.create({
    data: {
      resultId,
      entityId: 'brand',
      projectId: project.projectId,
      sentiment: 'positive',
      extractionVersion: 1,
      provider: 'chatgpt',
      digest: '',
      authorType: 'member',
      authorId: newId(),
    },
  })
  return project
}

async function connect({ role, password }: { role: string; password: string }): Promise<pg.Client> {
  const url = new URL(world.databaseUrl)
  const client = new pg.Client({
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: role,
    password,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function rows(text: string, client = analyst): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(text)).rows
}

describe('a reporting role', () => {
  it.each(VIEWS)('sees rows in %s, and only rows of its organization', async (view) => {
    const own = await rows(`SELECT * FROM reporting.${view}`)
    expect(own.length).toBeGreaterThan(0)
    const { rows: expected } = await world.operator.db.pool.query(
      `SELECT count(*)::int AS count, count(*) FILTER (WHERE organization_id = $1)::int AS ours FROM reporting_base.${view}`,
      [ours.organizationId],
    )
    expect(own).toHaveLength(expected[0].ours)
    expect(expected[0].count).toBeGreaterThan(expected[0].ours)
    expect(JSON.stringify(own)).not.toContain(theirs.projectId)
    expect(JSON.stringify(own)).not.toContain('Their secret')
  })

  it('joins facts to dimensions', async () => {
    const joined = await rows(
      `SELECT p.brand_name, q.text, e.name, r.status, v.provider, m.mentioned
       FROM fact_mention m JOIN dim_project p ON p.project_id = m.project_id JOIN dim_prompt q ON q.prompt_id = m.prompt_id
         JOIN dim_entity e ON e.project_id = m.project_id AND e.entity_id = m.entity_id
         JOIN dim_run r ON r.run_id = m.run_id JOIN dim_provider v ON v.provider = m.provider
       ORDER BY e.is_brand DESC`,
    )
    const common = {
      brand_name: 'Taskfern',
      text: 'Our secret question?',
      status: 'completed',
      provider: 'chatgpt',
    }
    expect(joined).toEqual([
      { ...common, name: 'Taskfern', mentioned: true },
      { ...common, name: 'Boardly', mentioned: true },
    ])
  })

  it('cannot read a table, the unrestricted views or the queue', async () => {
    const { rows: relations } = await world.operator.db.pool.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('public', 'reporting_base', 'bullmq') AND c.relkind IN ('r', 'p', 'v', 'm')`,
    )
    expect(relations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'public.api_key',
        'public.account',
        'public.reporting_role',
        'reporting_base.fact_answer',
      ]),
    )
    for (const { name } of relations)
      await expect(rows(`SELECT * FROM ${name}`), name).rejects.toMatchObject({ code: '42501' })
  })

  it('has no column with a secret', async () => {
    const names = await rows(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = 'reporting'
         AND column_name ~ 'hash|secret|password|sealed|token$|key|email|webhook'`,
    )
    expect(names).toEqual([])
  })

  it('cannot write, even after it has turned off its read-only default', async () => {
    await rows('SET default_transaction_read_only = off')
    for (const statement of [
      "INSERT INTO reporting.dim_project (name) VALUES ('x')",
      'UPDATE reporting.dim_project SET name = name',
      'DELETE FROM reporting.fact_answer',
      `UPDATE public.reporting_role SET organization_id = '${theirs.organizationId}'`,
      'CREATE TABLE public.own (id int)',
      'CREATE SCHEMA own',
      'CREATE OR REPLACE VIEW reporting.dim_project AS SELECT 1',
      'ALTER VIEW reporting.dim_project RESET (security_barrier)',
      'GRANT SELECT ON reporting_base.fact_answer TO PUBLIC',
      'CREATE ROLE another',
      `ALTER ROLE ${login.role} SUPERUSER`,
      `ALTER ROLE ${login.role} RENAME TO another`,
    ])
      await expect(rows(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|55000|0A000)$/),
      })
  })

  it('cannot become another role, and no setting changes what it sees', async () => {
    const owner = new URL(world.databaseUrl).username
    const other = await createReportingRole({
      ctx: world.operator,
      input: { organizationId: theirs.organizationId },
    })
    for (const role of [owner, other.role]) {
      await expect(rows(`SET ROLE ${role}`)).rejects.toMatchObject({ code: '42501' })
      await expect(rows(`SET SESSION AUTHORIZATION ${role}`)).rejects.toMatchObject({ code: '42501' })
    }
    const changes = [
      'SET search_path = pg_temp, reporting, public',
      `SET application_name = '${theirs.organizationId}'`,
      `SET app.organization_id = '${theirs.organizationId}'`,
      'SET row_security = off',
      // Hides the table of the roles from unqualified names.
      `CREATE TEMP TABLE reporting_role AS SELECT '${login.role}'::text AS role_name, '${theirs.organizationId}'::uuid AS organization_id`,
    ]
    for (const change of changes) {
      await rows(change)
      const seen = await rows('SELECT project_id FROM reporting.dim_project')
      expect(seen, change).toEqual([{ project_id: ours.projectId }])
    }
    await rows('DROP TABLE pg_temp.reporting_role')
    await rows('RESET ALL')
  })

  it('sees the same rows if it is a member of the role of another organization', async () => {
    const other = await createReportingRole({
      ctx: world.operator,
      input: { organizationId: theirs.organizationId },
    })
    await world.operator.db.pool.query(`GRANT ${other.role} TO ${login.role}`)
    await rows(`SET ROLE ${other.role}`)
    expect(await rows('SELECT project_id FROM reporting.dim_project')).toEqual([
      { project_id: ours.projectId },
    ])
    await rows('RESET ROLE')
    await world.operator.db.pool.query(`REVOKE ${other.role} FROM ${login.role}`)
  })

  it('gets no rows of others through a cheap function that reveals its arguments', async () => {
    await rows('SET default_transaction_read_only = off')
    const notices: string[] = []
    analyst.on('notice', ({ message = '' }) => notices.push(message))
    await rows(
      `CREATE FUNCTION pg_temp.leaks(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001
       AS $$ BEGIN RAISE NOTICE '%', $1; RETURN true; END $$`,
    )
    // With these settings, PostgreSQL reads whole tables and joins them afterwards.
    for (const plan of ['enable_nestloop', 'enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'])
      await rows(`SET ${plan} = off`)
    await rows('SELECT * FROM reporting.dim_prompt WHERE pg_temp.leaks(text)')
    await rows('SELECT * FROM reporting.dim_entity WHERE pg_temp.leaks(name || project_id)')
    await rows('SELECT * FROM reporting.fact_answer WHERE pg_temp.leaks(prompt)')
    await rows('SELECT * FROM reporting.fact_source WHERE pg_temp.leaks(prompt_id::text)')
    // Fails on a division by zero if the condition is evaluated for a row of another organization.
    await rows(
      "SELECT * FROM reporting.dim_prompt WHERE 1 / (CASE WHEN text LIKE 'Their%' THEN 0 ELSE 1 END) = 1",
    )
    expect(notices.length).toBeGreaterThan(0)
    const { rows: prompts } = await world.operator.db.pool.query<{ id: string }>(
      'SELECT id FROM prompt WHERE project_id = $1',
      [theirs.projectId],
    )
    for (const secret of ['Their', theirs.projectId, ...prompts.map(({ id }) => id)])
      expect(notices.filter((notice) => notice.includes(secret))).toEqual([])
    await rows('RESET ALL')
  })
})

it('a role without an entry in reporting_role sees no rows', async () => {
  const { pool } = world.operator.db
  const role = `${login.role}_other`
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'known'`)
  const client = await connect({ role, password: 'known' })
  for (const view of VIEWS) expect(await rows(`SELECT * FROM reporting.${view}`, client)).toEqual([])
  await client.end()
  await pool.query(`DROP ROLE ${role}`)
})

it('a new password replaces the former one and ends the sessions of the role', async () => {
  const organization = { organizationId: ours.organizationId }
  const created = await createReportingRole({ ctx: world.operator, input: organization })
  const before = await connect(created)
  const rotated = await rotateReportingRole({ ctx: world.operator, input: { role: created.role } })
  expect(rotated).toMatchObject({ role: created.role, ...organization, rotatedAt: expect.any(Date) })
  await expect(before.query('SELECT 1')).rejects.toThrow()
  await expect(connect(created)).rejects.toMatchObject({ code: '28P01' })
  const after = await connect(rotated)
  expect(await rows('SELECT project_id FROM reporting.dim_project', after)).toHaveLength(1)
  await after.end()
})

it('rotating creates a role that PostgreSQL lacks, as after a restore into a new server', async () => {
  const created = await createReportingRole({
    ctx: world.operator,
    input: { organizationId: ours.organizationId },
  })
  await world.operator.db.pool.query(`DROP ROLE ${created.role}`)
  const client = await connect(
    await rotateReportingRole({ ctx: world.operator, input: { role: created.role } }),
  )
  expect(await rows('SELECT * FROM reporting.dim_run', client)).toHaveLength(1)
  await client.end()
})

it('a revoked role is dropped, and its open sessions end', async () => {
  const { role, password } = await createReportingRole({
    ctx: world.operator,
    input: { organizationId: ours.organizationId },
  })
  const client = await connect({ role, password })
  expect(await revokeReportingRole({ ctx: world.operator, input: { role } })).toEqual({
    role,
    revoked: true,
    dropped: true,
  })
  await expect(client.query('SELECT * FROM reporting.dim_run')).rejects.toThrow()
  await expect(connect({ role, password })).rejects.toThrow()
  await expect(revokeReportingRole({ ctx: world.operator, input: { role } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('the roles of an organization are dropped when it is erased', async () => {
  const { id: organizationId } = await world.organization()
  const { role } = await createReportingRole({ ctx: world.operator, input: { organizationId } })
  const { name } = await world.operator.db.prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
  })
  await eraseOrganization({ ctx: world.operator, input: { organizationId, name } })
  const { rowCount } = await world.operator.db.pool.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  expect(rowCount).toBe(0)
})

it('the password is in neither the database nor the audit log, and each change is in the audit log', async () => {
  const { role, password } = await createReportingRole({
    ctx: world.operator,
    input: { organizationId: ours.organizationId },
  })
  const { rows: secrets } = await world.operator.db.pool.query<{ secret: string }>(
    'SELECT rolpassword AS secret FROM pg_authid WHERE rolname = $1',
    [role],
  )
  expect(secrets[0]?.secret).toMatch(/^SCRAM-SHA-256\$4096:/)
  expect(secrets[0]?.secret).not.toContain(password)
  await rotateReportingRole({ ctx: world.operator, input: { role } })
  await revokeReportingRole({ ctx: world.operator, input: { role } })
  const entries = await world.operator.db.prisma.auditEntry.findMany({
    where: { organizationId: ours.organizationId, target: role },
    orderBy: { id: 'asc' },
  })
  expect(entries.map(({ action }) => action)).toEqual([
    'reporting_role.created',
    'reporting_role.rotated',
    'reporting_role.revoked',
  ])
  expect(JSON.stringify(entries)).not.toContain(password)
})

describe('if the user of DATABASE_URL is not a superuser', () => {
  async function withOwner<T>(options: string, use: (ctx: World['operator']) => Promise<T>): Promise<T> {
    const { pool } = world.operator.db
    const name = `owner_${login.role.slice(-6)}`
    await pool.query(`CREATE ROLE ${name} LOGIN ${options} PASSWORD 'known'`)
    await pool.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`)
    const url = new URL(world.databaseUrl)
    url.username = name
    url.password = 'known'
    const db = openDatabase(url.href)
    try {
      return await use({ ...world.operator, db })
    } finally {
      await db.close()
      await pool.query(`DROP OWNED BY ${name}`)
      await pool.query(`DROP ROLE ${name}`)
    }
  }

  it('it manages roles with CREATEROLE', async () => {
    await withOwner('CREATEROLE', async (ctx) => {
      const { role } = await createReportingRole({ ctx, input: { organizationId: ours.organizationId } })
      const rotated = await rotateReportingRole({ ctx, input: { role } })
      const client = await connect(rotated)
      expect(await rows('SELECT * FROM reporting.dim_run', client)).toHaveLength(1)
      await client.end()
      expect(await revokeReportingRole({ ctx, input: { role } })).toMatchObject({ dropped: true })
    })
  })

  it('the error without CREATEROLE says what to do, and nothing is created', async () => {
    await withOwner('', async (ctx) => {
      await expect(
        createReportingRole({ ctx, input: { organizationId: theirs.organizationId } }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('CREATEROLE') })
    })
  })
})

it('only operators manage roles', async () => {
  const ctx = world.member(ours.organizationId)
  const { organizationId } = ours
  for (const call of [
    () => createReportingRole({ ctx, input: { organizationId } }),
    () => listReportingRoles({ ctx, input: { organizationId } }),
    () => rotateReportingRole({ ctx, input: { role: login.role } }),
    () => revokeReportingRole({ ctx, input: { role: login.role } }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('the views have the columns, types and comments of the definitions', async () => {
  const TYPES = {
    uuid: 'uuid',
    text: 'text',
    integer: 'integer',
    number: 'double precision',
    boolean: 'boolean',
    time: 'timestamp(3) with time zone',
  } as const
  const { rows: actual } = await world.operator.db.pool.query(
    `SELECT c.relname AS view, obj_description(c.oid) AS about, a.attname AS name,
       format_type(a.atttypid, a.atttypmod) AS type, col_description(c.oid, a.attnum) AS description
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE c.relnamespace = 'reporting'::regnamespace ORDER BY c.relname, a.attnum`,
  )
  const expected = [...DIMENSIONS, ...Object.values(EXPORT_TABLES)]
    .toSorted((a, b) => (a.view < b.view ? -1 : 1))
    .flatMap(({ view, description: about, columns }) =>
      columns.map(({ name, type, description }) => ({ view, about, name, type: TYPES[type], description })),
    )
  expect(actual, 'write a migration for the difference').toEqual(expected)
})
