import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAlert } from '../api/alert.ts'
import { addOpportunity } from '../api/opportunity.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'

const execute = promisify(execFile)

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

/** Makes curl fail on error statuses but still print the response body. */
const STRICT = 'curl() { command curl -sS --fail-with-body "$@"; }\n'

/** Returns the commands on the pages of the REST reference. */
async function commandsOf(): Promise<string[]> {
  const overview = await (await fetch(`${world.url}/docs/rest`)).text()
  const paths = new Set([...overview.matchAll(/href="(\/docs\/rest\/[\w-]+)"/g)].map(([, path]) => path))
  const pages = await Promise.all([...paths].map(async (path) => (await fetch(`${world.url}${path}`)).text()))
  return pages
    .flatMap((page) => [...page.matchAll(/<code>(curl .*?)<\/code>/gs)])
    .map(([, html = '']) => textOf(html))
}

function textOf(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return html.replace(/<[^>]+>/g, '').replace(/&([#\w]+);/g, (written, name) => characters[name] ?? written)
}

/** Ids in the data of a response that creates something. */
interface Created {
  id?: string
  analysisId?: string
  shareLink?: { id: string }
}

/** Returns the variables that a reader sets: keys and ids of a new project. */
async function variables(): Promise<Record<string, string>> {
  const { id: organizationId } = await world.organization({ credits: 1000 })
  const { id: projectId } = await world.project({ organizationId })
  const { key } = await world.projectKey(projectId)
  const { key: organizationKey } = await world.organizationKey(organizationId, { admin: true })
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${world.url}/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: Created }).data
  }
  const post = (path: string, body: object) => send('POST', path, body)
  await send('PUT', '/settings/report-schedule', { recipients: [{ email: 'cmo@example.com' }] })
  const [prompt, other] = [await post('/prompts', { text: 'One?' }), await post('/prompts', { text: 'Two?' })]
  const { analysisId = '' } = await post('/async-analysis', {
    prompt: 'Three?',
    replicates: 1,
    providers: ['chatgpt'],
    locations: ['US'],
  })
  const webhook = await post('/webhooks', { url: 'https://1.1.1.1/ended' })
  const fact = await post('/facts', { kind: 'founded', year: 2015 })
  const { shareLink } = await post('/share-links', { name: 'For the board' })
  return {
    KEY: key,
    ORGANIZATION_KEY: organizationKey,
    ORGANIZATION_ID: organizationId,
    PROJECT_ID: projectId,
    TABLE: 'metrics',
    PROMPT_ID: prompt.id ?? '',
    OTHER_PROMPT_ID: other.id ?? '',
    ANALYSIS_ID: analysisId,
    WEBHOOK_ID: webhook.id ?? '',
    FACT_ID: fact.id ?? '',
    SHARE_LINK_ID: shareLink?.id ?? '',
    ALERT_ID: await addAlert(world, projectId),
    OPPORTUNITY_ID: (await addOpportunity(world, { organizationId, projectId })).id,
  }
}

/** Returns the key of a project with a finished run. Its answer lists the brand that the reference tracks. */
async function keyOfListwell(): Promise<string> {
  const project = await createRunProject(world, await createClient(world), { prompts: [{ text: 'Which?' }] })
  const text = 'The best boards:\n\n1. Taskfern – fast\n2. Listwell – cheap\n3. Planloom – good for teams'
  await runWithAnswers(world, project, () => ({ text }))
  return project.key
}

it('every command of the REST reference works as printed, once its variables are set', async () => {
  const commands = await commandsOf()
  expect(commands.length).toBeGreaterThan(22)
  const failures: string[] = []
  for (const command of commands) {
    const env: Record<string, string> = { PATH: process.env.PATH ?? '', ...(await variables()) }
    if (command.includes('$RUN_ID')) {
      const trigger = `${STRICT}curl -X POST ${world.url}/v1/analysis/trigger -H "Authorization: Bearer $KEY"`
      const { stdout } = await execute('bash', ['-euc', trigger], { env })
      env.RUN_ID = JSON.parse(stdout).data.runId
    }
    if (/discovered-brands\/(track|dismiss)|analysis\/facts/.test(command)) env.KEY = await keyOfListwell()
    const script = STRICT + command.replaceAll('http://localhost:4000', world.url)
    const ran = await execute('bash', ['-euc', script], { env }).catch((error) => error as { stdout: string })
    // Exports are files.
    const start = command.includes('$TABLE') ? 'run_id,' : '{'
    if (ran instanceof Error || !ran.stdout.startsWith(start)) failures.push(`${command}\n${ran.stdout}`)
  }
  expect(failures).toEqual([])
})
