/** Measures the dashboard of the demo as it is built for production: `npm run dashboard:measure`. Figures, no limits. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { startDemoServer } from './demo-server.ts'
import { firstPageScripts } from './first-page.ts'

/** Cold starts; the middle one is told. */
const STARTS = 5
const WINDOW = { width: 1440, height: 900 }
/** Prompts × providers × countries × repetitions: the answers that are scrolled through. */
const ANSWERS = {
  prompts: 25,
  replicates: 10,
  locations: ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'NL', 'SE'],
  providers: ['chatgpt', 'gemini', 'perplexity', 'grok', 'copilot'],
}

const program = findChromium()
if (!program) throw new Error('there is no Chromium')
const scripts = firstPageScripts(join('dist', 'dashboard'))
const bytes = scripts.map((name) => statSync(join('dist', 'dashboard', 'assets', `${name}.gz`)).size)
console.log(
  `JavaScript of the overview: ${(sum(bytes) / 1024).toFixed(1)} KB compressed, in ${scripts.length} files`,
)

const demo = await startDemoServer()
const browser = await launchChromium(program)
const overview = demo.url + (demo.pages[0]?.path ?? '')
const times: number[] = []
for (let start = 0; start < STARTS; start += 1) {
  const context = await demo.context(browser, { viewport: WINDOW })
  times.push(await timeToOverview(context))
  await context.close()
}
console.log(
  `Overview usable after ${middle(times).toFixed(0)} ms, cold (${times.map((time) => time.toFixed(0)).join(', ')})`,
)
const context = await demo.context(browser, { viewport: WINDOW })
console.log(await framesOfAnswers(context))
const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
await browser.close()
lighthouse(cookies)
await demo.close()

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function middle(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** Milliseconds from the navigation until the sentence of the overview is there, with nothing cached. */
async function timeToOverview(window: BrowserContext): Promise<number> {
  const page = await window.newPage()
  const started = performance.now()
  await page.goto(overview)
  await page
    .getByText(/is named in/)
    .first()
    .waitFor()
  return performance.now() - started
}

/** Scrolls through an analysis of 10,000 answers. */
async function framesOfAnswers(window: BrowserContext): Promise<string> {
  const { prompts, ...shared } = ANSWERS
  const headers = { Authorization: `Bearer ${demo.projectKey}`, 'Content-Type': 'application/json' }
  const texts = Array.from({ length: prompts }, (_, index) => `Which board is best for ${index + 2} people?`)
  const started = await fetch(`${demo.url}/v1/async-analysis`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompts: texts, ...shared }),
  })
  const { data, error } = await started.json()
  if (!data) return `Answers: ${error.message}`
  for (let status = ''; !/completed|failed/.test(status); await pause(1000))
    status = (await (await fetch(`${demo.url}/v1/async-analysis/${data.analysisId}`, { headers })).json())
      .data.status
  const page = await window.newPage()
  await page.goto(`${demo.url}${demo.pages.find(({ name }) => name === 'analyses')?.path}/${data.analysisId}`)
  const list = page.getByRole('region', { name: 'List of answers' })
  await list.getByRole('link').first().waitFor()
  const frames = await list.evaluate(async (region) => {
    const gaps: number[] = []
    let last = await new Promise<number>(requestAnimationFrame)
    for (let frame = 0; frame < 600; frame += 1) {
      region.scrollTop += 400
      const now = await new Promise<number>(requestAnimationFrame)
      gaps.push(now - last)
      last = now
    }
    return gaps
  })
  const late = frames.filter((gap) => gap > 34).length
  return `Scrolling 10,000 answers: ${(1000 / (sum(frames) / frames.length)).toFixed(0)} frames a second, ${late} of ${frames.length} later than 34 ms, the longest ${Math.max(...frames).toFixed(0)} ms`
}

/** Prints the scores of Lighthouse, which is fetched for this and is no dependency. */
function lighthouse(cookie: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-lighthouse-'))
  const report = join(folder, 'report.json')
  const headers = JSON.stringify({ Cookie: cookie })
  for (const preset of ['desktop', 'mobile']) {
    const { stderr } = spawnSync(
      'npx',
      [
        '-y',
        'lighthouse@12',
        overview,
        '--output=json',
        `--output-path=${report}`,
        `--extra-headers=${headers}`,
        '--quiet',
        '--chrome-flags=--headless --no-sandbox',
        '--only-categories=performance,accessibility,best-practices',
        ...(preset === 'desktop' ? ['--preset=desktop'] : []),
      ],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          CHROME_PATH: spawnSync('sh', ['-c', `command -v "${program}"`], { encoding: 'utf8' }).stdout.trim(),
        },
      },
    )
    try {
      const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'))
      const scores = Object.entries<{ score: number }>(categories).map(
        ([name, { score }]) => `${name} ${Math.round(score * 100)}`,
      )
      const facts = [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ].map((name) => `${name} ${audits[name].displayValue}`)
      console.log(`Lighthouse, ${preset}: ${[...scores, ...facts].join(', ')}`)
    } catch {
      console.log(`Lighthouse, ${preset}, could not be run: ${stderr.slice(0, 500)}`)
    }
  }
  rmSync(folder, { recursive: true, force: true })
}
