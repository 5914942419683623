import { coverageOfRounds } from '../../src/metrics/simulated-rounds.ts'

// Simulates how often the intervals of runs that stop after a round contain the true rate, for five correlations and six rates.

const PROMPTS = [5, 10, 20, 50, 100]
const ROUNDS = [1, 2, 5]
const AT_MOST = 10
/** The first rule never stops early. */
const HALF_WIDTHS = [0, 0.05, 0.1, 0.15, 0.2, 0.3]
const CORRELATIONS = [0, 0.3, 0.5, 0.8, 0.9]
const RATES = [0.02, 0.05, 0.3, 0.5, 0.9, 0.98]
const SAMPLE = { analyses: 500, seed: 29 }

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const percent = (share: number) => (100 * share).toFixed(1)
const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length

console.log(
  row([
    'prompts',
    'replicates a round',
    'all asked: least, mean',
    'stopped: least, mean',
    'replicates asked',
  ]),
)
console.log(row(['---:', '---:', '---:', '---:', '---:']))
for (const prompts of PROMPTS) {
  for (const replicates of ROUNDS) {
    const found = CORRELATIONS.flatMap((correlation) =>
      RATES.map((rate) =>
        coverageOfRounds(
          { prompts, replicates, correlation, rate },
          { halfWidths: HALF_WIDTHS, atMost: AT_MOST },
          SAMPLE,
        ),
      ),
    )
    const all = found.flatMap(([first]) => (first ? [first] : []))
    const stopped = found.flatMap(([, ...others]) => others)
    const cell = (of: typeof all) => {
      const covered = of.map((one) => one.covered)
      return `${percent(Math.min(...covered))}, ${percent(mean(covered))}`
    }
    const asked = mean(stopped.map((one) => one.asked)).toFixed(1)
    console.log(row([prompts, replicates, cell(all), cell(stopped), asked]))
  }
}
