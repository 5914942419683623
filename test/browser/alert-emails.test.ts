import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf } from '../../src/core/alert-emails/content.ts'
import { ALERT_SEVERITIES, type AlertRecord, NO_EVIDENCE } from '../../src/core/alerts/definition.ts'
import { titleOf } from '../../src/core/alerts/title.ts'
import { valuesOf } from '../../src/definitions/fields/enumeration.ts'
import { findChromium, launchChromium } from './chromium.ts'
import { lookAt, VIEWS } from './readable.ts'

const evidence: AlertRecord['evidence'] = {
  ...NO_EVIDENCE,
  metric: 'mentionRate',
  part: 'provider',
  name: 'a-provider-with-an-unusually-long-name-that-has-to-wrap-in-a-narrow-window',
  figures: {
    value: 0.31,
    previousValue: 0.47,
    difference: -0.16,
    low: -0.24,
    high: -0.08,
    pValue: 0.004,
    prompts: 40,
  },
  quotes: [
    {
      resultId: '0',
      prompt: 'Best?',
      provider: 'chatgpt',
      text: `Boardly <b>${'very'.repeat(60)}</b> & more.`,
    },
  ],
}
const alerts = valuesOf(ALERT_SEVERITIES).map(
  (severity): AlertRecord => ({
    id: severity,
    projectId: 'p',
    kind: 'metric_moved',
    severity,
    subject: 'mentionRate',
    title: titleOf('metric_moved', evidence),
    evidence,
    runId: null,
    previousRunId: null,
    path: '/alerts/1',
    createdAt: new Date('2026-11-30T08:00:00Z'),
  }),
)

const program = findChromium()

describe.skipIf(program === null)('an email about alerts in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(program ?? '')
  })
  afterAll(() => browser?.close())

  const facts = { origin: 'https://app.example', unsubscribe: 'https://app.example/stop', timeZone: 'UTC' }
  test.each(VIEWS)('is readable at $width px, $colorScheme', async (view) => {
    for (const kind of ['alerts', 'digest', 'test'] as const) {
      const projects = kind === 'test' ? [] : [{ name: 'Taskfern', alerts }]
      const { texts, ...problems } = await lookAt(
        browser,
        emailOf({ ...facts, kind, projects }).html ?? '',
        view,
      )
      expect(texts, kind).toBeGreaterThan(kind === 'test' ? 1 : 10)
      expect(problems, kind).toEqual({ unreadable: [], tooWide: 0 })
    }
  })
})
