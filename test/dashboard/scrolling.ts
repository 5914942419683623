import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Locator } from 'playwright-core'
import type { DemoServer } from './demo-server.ts'

/** Prompts × providers × countries × repetitions: 10,000 answers. */
const ANSWERS = {
  prompts: 25,
  replicates: 10,
  locations: ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'NL', 'SE'],
  providers: ['chatgpt', 'gemini', 'perplexity', 'grok', 'copilot'],
}
/** The limit of the demo's plan. */
const PROMPTS = 500

const FRAMES = 600
/** Pixels per frame: about two rows, or 7,200 pixels per second at 60 frames. */
const STEP = 120
/** Frames that take longer are late, in milliseconds. Corresponds to two frames at 60 per second. */
const LATE = 34

/** Scrolls through the list of an analysis with 10,000 answers and reports how smooth it was. */
export async function scrollAnswers(demo: DemoServer, window: BrowserContext): Promise<string> {
  const { prompts, ...shared } = ANSWERS
  const texts = Array.from({ length: prompts }, (_, index) => `Which board is best for ${index + 2} people?`)
  const { analysisId } = await send(demo, '/v1/async-analysis', { prompts: texts, ...shared })
  for (let status = ''; !/completed|failed/.test(status); await pause(1000))
    ({ status } = await send(demo, `/v1/async-analysis/${analysisId}`))
  const page = await window.newPage()
  await page.goto(`${addressOf(demo, 'analyses')}/${analysisId}`)
  const list = page.getByRole('region', { name: 'Answer list' })
  return `Scrolling 10,000 answers: ${await scroll(list)}`
}

/** Scrolls through the table with the maximum number of prompts and reports how smooth it was. */
export async function scrollPrompts(demo: DemoServer, window: BrowserContext): Promise<string> {
  const { viewer } = await send(demo, '/graphql', {
    query: '{ viewer { project { prompts(first: 0) { totalCount } } } }',
  })
  const missing = PROMPTS - viewer.project.prompts.totalCount
  const create = Array.from({ length: missing }, (_, index) => ({
    text: `Which planner suits a team of ${index + 2}?`,
  }))
  const query =
    'mutation ($create: [NewPromptInput!]) { changePrompts(input: { create: $create }) { __typename } }'
  await send(demo, '/graphql', { query, variables: { create } })
  const page = await window.newPage()
  await page.goto(addressOf(demo, 'prompts'))
  return `Scrolling ${PROMPTS} prompts: ${await scroll(page.getByRole('region', { name: 'Prompts' }))}`
}

/** Scrolls a region down and back up, and describes its frame rate and layout shifts. */
async function scroll(region: Locator): Promise<string> {
  await region.getByRole('link').first().waitFor()
  const { gaps, shifts } = await region.evaluate(
    async (region, { frames, step }) => {
      const gaps: number[] = []
      let shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts += 'value' in entry ? Number(entry.value) : 0
      }).observe({ type: 'layout-shift' })
      let down = step
      let last = await new Promise<number>(requestAnimationFrame)
      for (let frame = 0; frame < frames; frame += 1) {
        const before = region.scrollTop
        region.scrollTop += down
        if (region.scrollTop === before) down = -down
        const now = await new Promise<number>(requestAnimationFrame)
        gaps.push(now - last)
        last = now
      }
      return { gaps, shifts }
    },
    { frames: FRAMES, step: STEP },
  )
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const late = gaps.filter((gap) => gap > LATE).length
  return `${(1000 / mean).toFixed(0)} frames per second, ${late} of ${gaps.length} later than ${LATE} ms, the longest ${Math.max(...gaps).toFixed(0)} ms, layout shift ${shifts.toFixed(3)}`
}

function addressOf(demo: DemoServer, page: string): string {
  return demo.url + (demo.pages.find(({ name }) => name === page)?.path ?? '')
}

/** Sends a request with the project's key and returns the `data` of the response. */
async function send({ url, projectKey }: DemoServer, path: string, body?: object) {
  const response = await fetch(url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${projectKey}`, 'Content-Type': 'application/json' },
  })
  const content = await response.json()
  if (content.error ?? content.errors) throw new Error(`${path}: ${JSON.stringify(content)}`)
  return content.data
}
