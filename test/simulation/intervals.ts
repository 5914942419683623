/**
 * Prints the coverage tables of docs/metrics.md: the percentage of confidence intervals that contain the true value if
 * replicates of a prompt are correlated. Each line is a combination of replicates and prompts. For comparison, the
 * table includes a percentile bootstrap over prompts that is never narrower than Wilson's interval. The argument sets
 * the number of batches to simulate per world (default: 1,000; increased if there are few prompts).
 */

import { wilson } from '../../src/metrics/intervals.ts'
import { sum } from '../../src/metrics/rates.ts'
import { percentilesOf, resamplingOf } from '../../src/metrics/resampling.ts'
import {
  type Coverage,
  chanceOf,
  countOf,
  coverageOf,
  SIMULATED_FIGURES,
  type SimulatedFigure,
  type World,
} from '../../src/metrics/simulated-answers.ts'

const BATCHES = Number(process.argv[2] ?? 1_000)
/** Simulated worlds for the mention rate. */
const ALL = {
  rates: [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98],
  correlations: [0, 0.2, 0.5, 0.8, 0.9],
}
/** Simulated worlds for all other metrics. */
const SOME = { rates: [0.05, 0.2, 0.5, 0.8, 0.95], correlations: [0, 0.5, 0.9] }
const PROMPTS = [5, 10, 20, 50, 100]
const REPLICATES = [1, 3, 10]
/** Numbers of prompts for all other metrics. */
const FEWER_PROMPTS = [10, 50]
const SEED = 20_261_123

/**
 * The mention rate with its former interval: a bootstrap over prompts, with wider percentiles for small numbers of
 * prompts.
 */
const bootstrap: SimulatedFigure = {
  truth: ({ rate }) => rate,
  draw: (world, random) => {
    const named = Array.from({ length: world.prompts }, () =>
      countOf(chanceOf(world, random), world.replicates, random),
    )
    const answers = world.prompts * world.replicates
    const independent = wilson(sum(named), answers)
    if (world.replicates === 1) return independent
    const drawn = resamplingOf(world.prompts)
      .sums(named)
      .map((amount) => amount / answers)
    const resampled = percentilesOf(drawn, world.prompts)
    return {
      low: Math.min(independent.low, resampled?.low ?? 1),
      high: Math.max(independent.high, resampled?.high ?? 0),
    }
  },
}

/** Returns the coverage in all worlds of a panel. With one answer per prompt, the correlation has no effect. */
function coverages(
  figure: SimulatedFigure,
  panel: Pick<World, 'prompts' | 'replicates'>,
  { rates, correlations }: typeof ALL,
): Coverage[] {
  // Uses more batches for small panels: they are cheap to simulate, and the minimum of many noisy coverages would be
  // too low.
  const batches = Math.round(BATCHES * Math.max(1, 20 / panel.prompts))
  return (panel.replicates === 1 ? [0.5] : correlations).flatMap((correlation, row) =>
    rates.map((rate, column) =>
      coverageOf(figure, { ...panel, rate, correlation }, batches, SEED + row * rates.length + column),
    ),
  )
}

const percent = (share: number) => (100 * share).toFixed(1)

function cells(results: readonly Coverage[]): string[] {
  const covered = results.map((result) => result.covered)
  const above = covered.filter((share) => share > 0.995).length
  const width = sum(results.map((result) => result.width)) / results.length
  return [
    `${percent(Math.min(...covered))} – ${percent(Math.max(...covered))}`,
    `${above} of ${results.length}`,
    width.toFixed(3),
  ]
}

const line = (values: readonly (string | number)[]) => console.log(`| ${values.join(' | ')} |`)

line([
  'replicates',
  'prompts',
  'coverage',
  'above 99.5',
  'width',
  'bootstrap: coverage',
  'above 99.5',
  'width',
])
line(['--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:'])
for (const replicates of REPLICATES) {
  for (const prompts of PROMPTS) {
    const panel = { prompts, replicates }
    const figures = [SIMULATED_FIGURES.mentionRate, bootstrap]
    line([replicates, prompts, ...figures.flatMap((figure) => cells(coverages(figure, panel, ALL)))])
  }
}
console.log()
line(['figure', ...FEWER_PROMPTS.map((prompts) => `${prompts} prompts`)])
line(['---', ...FEWER_PROMPTS.map(() => '--:')])
for (const [name, figure] of Object.entries(SIMULATED_FIGURES)) {
  if (name === 'mentionRate') continue
  const resultsByPrompts = FEWER_PROMPTS.map((prompts) =>
    [3, 10].flatMap((replicates) => coverages(figure, { prompts, replicates }, SOME)),
  )
  line([`\`${name}\``, ...resultsByPrompts.map((results) => cells(results)[0] ?? '')])
}
