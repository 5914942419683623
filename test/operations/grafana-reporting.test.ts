import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReportingRole } from '../../src/core/reporting-roles/create.ts'
import { revokeReportingRole } from '../../src/core/reporting-roles/revoke.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'

interface Dashboard {
  templating: { list: { name: string; query: string }[] }
  panels: { title: string; targets: { rawSql: string; format: string }[] }[]
}

const { panels, templating }: Dashboard = JSON.parse(readFileSync('ops/grafana/reporting.json', 'utf8'))

let world: World
let project: RunProject
let role: string
let analyst: pg.Client
beforeAll(async () => {
  world = await createWorld()
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly', 'Klarwerk'],
    prompts: [1, 2, 3, 4].map((number) => ({
      text: `What is the best task manager for team ${number}?`,
      providers: ['chatgpt', 'perplexity'],
    })),
  })
  await project.run()
  const login = await createReportingRole({
    ctx: world.operator,
    input: { organizationId: project.organizationId },
  })
  role = login.role
  const { hostname, port } = new URL(world.databaseUrl)
  const { database, password } = login
  analyst = new pg.Client({ host: hostname, port: Number(port), database, user: role, password })
  await analyst.connect()
})
afterAll(async () => {
  await analyst?.end()
  if (role) await revokeReportingRole({ ctx: world.operator, input: { role } })
  await world?.close()
})

/** Replaces the macros and variables of Grafana. */
function expand(sql: string): string {
  return sql
    .replace(
      /\$__timeFilter\(([\w.]+)\)/g,
      "$1 BETWEEN now() - interval '1 year' AND now() + interval '1 day'",
    )
    .replaceAll('$project', project.projectId)
}

it('the variable of the dashboard lists the projects of the role', async () => {
  const [query] = templating.list.flatMap(({ name, query }) => (name === 'project' ? [query] : []))
  const { rows } = await analyst.query(query ?? '')
  expect(rows).toEqual([{ __text: 'Taskfern', __value: project.projectId }])
})

it.each(panels.map(({ title, targets }) => [title, targets] as const))(
  'the panel "%s" has data after a run',
  async (_, targets) => {
    expect(targets.length).toBeGreaterThan(0)
    for (const { rawSql, format } of targets) {
      const sql = expand(rawSql)
      expect(sql).not.toContain('$')
      const { rows, fields } = await analyst.query<Record<string, unknown>>(sql)
      expect(rows.length).toBeGreaterThan(0)
      for (const { name } of fields)
        if (name !== 'cost_usd')
          expect(
            rows.some((row) => row[name] !== null),
            name,
          ).toBe(true)
      if (format === 'time_series') expect(fields[0]?.name).toBe('time')
    }
  },
)
