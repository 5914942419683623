import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHANGED_METRICS, METRICS, metricsIn, REPORTED_METRICS } from './definitions.ts'

const source = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const metrics = Object.entries<{ version: number; dashboard?: true }>(METRICS)

it('the dashboard requests and shows exactly the metrics that are flagged for it', () => {
  const file = source('dashboard/browser/charts/entity-metrics.ts')
  const [fragment = ''] = /fragment EntityFigures [^`]*/.exec(file) ?? []
  const flagged = metrics.filter(([, { dashboard }]) => dashboard).map(([name]) => name)
  expect(Array.from(fragment.matchAll(/(\w+) \{\n +\.\.\./g), ([, name]) => name).sort()).toEqual(
    flagged.sort(),
  )
  expect(Array.from(file.matchAll(/figureOf: \(\{ (\w+) \}/g), ([, name]) => name).sort()).toEqual(flagged)
})

it('the dashboard requests the changes that get a verdict, apart from the citation rate', () => {
  const [fragment = ''] =
    /fragment ChangesOfEntity [^`]*/.exec(source('dashboard/browser/charts/entity-metrics.ts')) ?? []
  const requested = Array.from(fragment.matchAll(/(\w+) \{\n +\.\.\./g), ([, name]) => name)
  // The dashboard has its own page for citations.
  expect(requested.sort()).toEqual(CHANGED_METRICS.filter((name) => name !== 'citationRate').sort())
})

it('tools, reports and verdicts include the flagged metrics', () => {
  expect(metricsIn('summary')).toHaveProperty('mentionRate', true)
  expect(metricsIn('summary')).not.toHaveProperty('prominence')
  expect(metricsIn('trendCompetitor')).toHaveProperty('prominence', true)
  expect(REPORTED_METRICS).toContain('mixedRate')
  expect(CHANGED_METRICS).toContain('citationRate')
})
