import { spawnSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_COLOR } from '../../src/core/branding/definition.ts'
import { createFigures } from '../../src/core/foundation/figures.ts'
import { asProjectReader } from '../../src/core/reports/foundation/project-reader.ts'
import { renderHtmlReport } from '../../src/core/reports/html/report.ts'
import { readRunFacts } from '../../src/core/reports/read.ts'
import { createPdfPrinter } from '../../src/infra/pdf-printer.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'
import { findChromium, launchChromium } from './chromium.ts'
import { lookAt, VIEWS } from './readable.ts'

const program = findChromium()

describe.skipIf(program === null)('a report in Chromium', () => {
  let world: World
  let browser: Browser
  const documents: Record<string, string> = {}
  beforeAll(async () => {
    world = await createWorld()
    const project = await createRunProject(world, await createClient(world), {
      prompts: [{ text: 'Which task board is best for a very-long-unbreakable-word-in-a-prompt-of-a-team?' }],
      competitors: ['Boardly', 'A competitor with an unusually long name that has to wrap', 'Kanbee'],
    })
    const runId = await project.run()
    const facts = await readRunFacts({
      ctx: asProjectReader(world.operator, { id: runId, ...project }),
      input: { runId, reader: { locale: 'de-DE', timeZone: 'Europe/Berlin' } },
    })
    const figures = createFigures({ locale: 'de-DE', timeZone: 'Europe/Berlin' })
    for (const color of [DEFAULT_COLOR, '#ffee00', '#001100']) {
      for (const medium of ['page', 'email'] as const) {
        const branding = { name: 'Northwind', color, logo: null }
        documents[`${medium} in ${color}`] = renderHtmlReport(
          { ...facts, figures },
          { medium, branding },
        ).html
      }
    }
    browser = await launchChromium(program ?? '')
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  test.each(VIEWS)('is readable at $width px, $colorScheme', async (view) => {
    for (const [name, html] of Object.entries(documents)) {
      const { texts, ...problems } = await lookAt(browser, html, view)
      expect(texts, name).toBeGreaterThan(20)
      expect(problems, name).toEqual({ unreadable: [], tooWide: 0 })
    }
  })

  test('is printed as PDF with its text, without running scripts', async () => {
    const attack = Object.values(documents)[0]?.replace(
      '</body>',
      '<script>document.title = "changed"</script></body>',
    )
    const pdf = await createPdfPrinter(absolutePath(program ?? ''))(
      attack ?? '',
      new AbortController().signal,
    )
    const content = Buffer.from(pdf).toString('latin1')
    expect(content.slice(0, 5)).toBe('%PDF-')
    expect(content).toContain('(How AI answers talk about Taskfern)')
    expect(content).not.toContain('(changed)')
    expect(content).toMatch(/\/Type \/Page\b/)
  })
})

function absolutePath(program: string): string {
  return spawnSync('sh', ['-c', `command -v "${program}"`], { encoding: 'utf8' }).stdout.trim()
}
