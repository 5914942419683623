import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { snippetsOf } from '../code-blocks/snippet.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { openProxy } from '../tcp-proxy.ts'
import { createWorld, type World } from '../world.ts'

/** Headings in docs/graphql.md with an example program that subscribes. */
const PROGRAMS = ['With fetch, in a page or in Node.js', 'In Node.js, over WebSocket']
const QUESTIONS = 5

let world: World
let model: HeldModel
let folder: string
beforeAll(async () => {
  model = await startHeldModel()
  world = await createWorld({ providers: [model.provider] })
  // Inside the repository, so that Node.js can resolve packages.
  folder = mkdtempSync(resolve('node_modules/.lost-connection-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
  model.close()
})

test.each(PROGRAMS)('the example program reconnects and receives the end: %s', async (heading) => {
  const prompts = Array.from({ length: QUESTIONS }, (_, index) => ({
    text: `Best of ${index}?`,
    providers: ['held'],
  }))
  const project = await createRunProject(world, await createClient(world), { prompts })
  const { organizationId } = project
  await grantCredits({ ctx: world.operator, input: { organizationId, credits: QUESTIONS } })
  // The first program watches the latest run; the second one starts an analysis.
  const watchesRun = heading === PROGRAMS[0]
  if (watchesRun) await project.call('POST /v1/analysis/trigger')
  const proxy = await openProxy(world.url)
  const program = await start(heading, { KEY: project.key, host: new URL(proxy.url).host })
  await program.printed(new RegExp(`^RUNNING 0 of ${QUESTIONS}`))
  const before = proxy.connections
  proxy.cut()
  await model.waiting(QUESTIONS)
  model.answer(QUESTIONS)
  await program.printed(new RegExp(`^COMPLETED ${QUESTIONS} of ${QUESTIONS}`))
  expect(await program.exit).toBe(0)
  expect(proxy.connections).toBeGreaterThan(before)
  await proxy.close()
})

/** Runs the program below a heading in a child process. */
async function start(heading: string, { KEY, host }: { KEY: string; host: string }) {
  const [snippet] = snippetsOf('docs/graphql.md').filter((example) => example.heading === heading)
  const text = (snippet?.text ?? '')
    .replaceAll('localhost:4000', host)
    .replace("['chatgpt', 'gemini']", "['held']")
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  writeFileSync(file, (await transform(text, { loader: 'ts', format: 'esm', target: 'node20' })).code)
  const child = spawn(process.execPath, [file], {
    env: { KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return {
    exit,
    /** Waits until a line matches. */
    async printed(pattern: RegExp) {
      while (!lines.some((line) => pattern.test(line)))
        await Promise.race([
          once(reader, 'line'),
          exit.then((code) => {
            if (!lines.some((line) => pattern.test(line)))
              throw new Error(`exited with ${code} after ${lines.join('\n')}`)
          }),
        ])
    },
  }
}
