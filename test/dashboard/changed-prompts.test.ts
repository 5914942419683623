import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrompt } from '../../src/core/prompts/create.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

let world: World
let dashboard: Dashboard
beforeAll(async () => {
  if (!program) return
  const providers = [{ id: 'chatgpt', label: 'ChatGPT', driver: 'simulated' }]
  world = await createWorld({ workers: false, providers })
  const where = { providers: ['chatgpt'], locations: ['US'] }
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex'],
    prompts: Array.from({ length: 20 }, (_, index) => ({ text: `Question ${index + 1}`, ...where })),
  })
  // The brand is mentioned in the same 16 of 20 answers to the first prompts, and in no answer to the added ones.
  const answers = ({ prompt }: Unit): ScriptedAnswer =>
    Number(prompt.split(' ')[1]) <= 16 ? { brand: 1, competitor: 2 } : { brand: null, competitor: 1 }
  await runWithAnswers(world, project, answers)
  await project.freeManualRun()
  const ctx = world.member(project.organizationId)
  for (let index = 21; index <= 40; index += 1) {
    const input = { projectId: project.projectId, text: `Question ${index}`, ...where }
    await createPrompt({ ctx, input })
  }
  await runWithAnswers(world, project, answers)
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

describe.skipIf(!program)('after prompts were added', () => {
  it('the overview compares the prompts that both runs asked, says so, and does not connect the points', async () => {
    const { page } = await dashboard.open('overview')
    await page.getByText(/is mentioned in/).waitFor()
    const text = ((await page.locator('main').textContent()) ?? '').replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      'On the 20 prompts that both runs asked, it is 80 % and was 80 % in the previous run: within noise.',
    )
    expect(text).toContain('The prompts changed: 20 prompts were asked in only one of the runs.')
    await page.getByText('20 prompts not in both').first().waitFor()
  })
})
