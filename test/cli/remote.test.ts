import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { runCommand } from '../faults/server-process.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let project: RunProject
/** A project with two runs: in the second one, the brand is named less often. */
let fallen: RunProject
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated' as const },
    { id: 'gemini', driver: 'simulated' as const },
  ]
  world = await createWorld({ providers })
  const client = await createClient(world)
  const prompts = Array.from({ length: 12 }, (_, index) => ({
    text: `Question ${index}?`,
    providers: ['chatgpt', 'gemini'],
  }))
  project = await createRunProject(world, client, { prompts: prompts.slice(0, 2) })
  const still = await createWorld({ providers, workers: false })
  fallen = await createRunProject(still, await createClient(still), { prompts, competitors: ['Boardly'] })
  for (const brand of [1, null]) {
    await fallen.freeManualRun()
    await runWithAnswers(still, fallen, () => ({ brand, competitor: 2 }))
  }
  closeStill = () => still.close()
  stillUrl = still.url
})
let closeStill: () => Promise<void>
let stillUrl: string
afterAll(async () => {
  await world?.close()
  await closeStill?.()
})

const run = (parameters: string[], { key = project.key, url = world.url } = {}) =>
  runCommand(parameters, { ANSWERGRAPH_KEY: key, ANSWERGRAPH_URL: url })

const json = async (parameters: string[], of?: { key: string; url: string }) => {
  const { code, output } = await run([...parameters, '--json'], of)
  return { code, ...JSON.parse(output) }
}

describe('answergraph run', () => {
  it('starts a run of a part of the questions and waits for its end', async () => {
    const started = await json(['run', 'start', '--providers', 'gemini', '--no-reschedule', '--wait'])
    expect(started).toMatchObject({ code: 0, status: 'completed', progress: { total: 2, completed: 2 } })
    expect(await json(['run', 'show'])).toMatchObject({ code: 0, id: started.id })
    expect(await json(['run', 'wait', started.id])).toMatchObject({ code: 0, status: 'completed' })
    const { output } = await run(['run', 'show', started.id])
    expect(output).toMatch(/questions +2 of 2, 0 failed/)
  })

  it('names the option of an invalid field', async () => {
    const refused = await json(['run', 'start', '--providers', 'askjeeves'])
    expect(refused).toMatchObject({ code: 1, error: { code: 'INVALID_PROVIDER' } })
    expect(refused.details.fieldErrors).toHaveProperty(['--providers.0'])
  })

  it('says that a key is missing or wrong, and that a server cannot be reached', async () => {
    expect(await json(['run', 'show'], { key: '', url: world.url })).toMatchObject({
      code: 1,
      error: { code: 'UNAUTHORIZED' },
    })
    expect(await json(['run', 'show'], { key: 'svc_WRONG', url: world.url })).toMatchObject({
      error: { code: 'UNAUTHORIZED' },
    })
    const unreachable = await json(['run', 'show'], { key: project.key, url: 'http://127.0.0.1:9' })
    expect(unreachable).toMatchObject({ code: 1, error: { code: 'SERVICE_UNAVAILABLE' } })
  })
})

describe('answergraph trends and check', () => {
  const of = () => ({ key: fallen.key, url: stillUrl })

  it('shows the key metrics of the latest runs', async () => {
    const { output } = await run(['trends'], of())
    const [header, ...rows] = output.trim().split('\n')
    expect(header).toMatch(/mentionRate +shareOfVoice/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/ 0 % .*moved/)
  })

  it.each([
    [['moved:down'], 2],
    [['moved'], 2],
    [['moved:up'], 0],
    [['shareOfVoice:moved:down'], 2],
    [['sentiment:moved'], 0],
    [['mentionRate<0.3'], 2],
    [['mentionRate>0.3'], 0],
    [['moved:up', 'mentionRate<0.1'], 2],
  ])('check --fail-on %j exits with %i', async (conditions, code) => {
    const checked = await json(['check', '--fail-on', ...conditions], of())
    expect(checked).toMatchObject({ code, failed: code === 2 })
    expect(checked.reasons).toHaveLength(code === 2 ? 1 : 0)
  })

  it.each(['moved:sideways', 'brand:moved', 'nothing<1', ''])(
    'check refuses the condition %j',
    async (condition) => {
      const { code, details } = await json(['check', '--fail-on', condition], of())
      expect(code).toBe(1)
      expect(details.fieldErrors).toHaveProperty(['--fail-on'])
    },
  )
})

it.each(['bash', 'zsh', 'fish'])('the command line completes commands in %s', async (shell) => {
  const { code, output } = await runCommand(['complete', shell], {})
  expect(code).toBe(0)
  expect(output).toContain('answergraph')
  const { output: suggested } = await runCommand(['complete', '--', 'run', ''], {})
  expect(suggested).toMatch(/start.*\n.*wait.*\n.*show/)
})
