import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

let world: World
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  const providers = [
    { id: 'chatgpt', label: 'ChatGPT', driver: 'simulated' },
    { id: 'grok', label: 'Grok', driver: 'xai' },
  ]
  world = await createWorld({ workers: false, demo: false, providers })
  const project = await createRunProject(world, await createClient(world), {
    prompts: [{ text: 'Which tool is best?', providers: ['chatgpt'], locations: ['US'] }],
  })
  await runWithAnswers(world, project, () => ({ brand: 1, competitor: null }))
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

describe.skipIf(!program)('providers without credentials in a project with runs', () => {
  it.each(['overview', 'runs'])('are named on the page %s, with a link to the credentials', async (path) => {
    const { page } = await dashboard.open(path)
    await page.getByText('Grok cannot be asked, because it has no credentials.').waitFor()
    await page.getByRole('link', { name: 'Add credentials' }).click()
    await page.getByRole('heading', { name: 'Provider credentials' }).waitFor()
    expect(page.url()).toMatch(/\/credentials$/)
  })

  it('tell a plain member whom to ask', async () => {
    const { page } = await dashboard.open('runs', { role: 'member' })
    await page.getByText(/Ask an administrator to add them/).waitFor()
  })
})
