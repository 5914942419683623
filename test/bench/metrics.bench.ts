/** Measures the metrics of a batch of 10,000 results and the comparison with the previous run. Baseline: JSON.parse of the same observations. */
import { metricsInputOf } from '../../src/core/measurements/answer-input.ts'
import type { RunWithPages } from '../../src/core/measurements/comparison.ts'
import { metricRowsOf } from '../../src/core/measurements/metric-rows.ts'
import { promptMetricRowsOf } from '../../src/core/measurements/prompt-metric-rows.ts'
import { sourceRowsOf } from '../../src/core/measurements/source-rows.ts'
import type { Observation } from '../../src/core/observations/observation.ts'
import { seeded } from '../../src/metrics/random.ts'
import { report } from './figures.ts'

const ROUNDS = 7
const PROMPTS = 100
const PROVIDERS = ['chatgpt', 'perplexity', 'gemini', 'copilot', 'grok']
const LOCATIONS = ['US', 'DE']
const REPLICATES = 10
const COMPETITORS = 20
const SOURCES = 8
const DOMAINS = 300

const entity = { aliases: [], domains: [] }
const snapshot = {
  brand: { name: 'Taskfern', ...entity },
  competitors: Array.from({ length: COMPETITORS }, (_, n) => ({
    id: `competitor-${n}`,
    name: `Boardly ${n}`,
    ...entity,
  })),
}
const random = seeded(1)
const units = Array.from({ length: PROMPTS }, (_, prompt) => {
  const liking = random()
  return PROVIDERS.flatMap((provider) =>
    LOCATIONS.flatMap((location) =>
      Array.from({ length: REPLICATES }, () => ({ prompt, provider, location, said: observation(liking) })),
    ),
  )
}).flat()
/** The metrics of the previous run. */
const earlier = units.map((_, index) => observation((index % PROMPTS) / PROMPTS))
const texts = units.map(({ said }) => JSON.stringify(said))

const timed: Record<string, number[]> = { parse: [], measure: [], metrics: [], prompts: [], sources: [] }
const previous = { ...runOf(earlier), id: 'previous' }
let turn = 0
for (let round = 0; round <= ROUNDS; round += 1) {
  let observations: Observation[] = []
  const parse = time(() => {
    observations = texts.map((text) => JSON.parse(text))
  })
  let run: RunWithPages | null = null
  const measure = time(() => {
    run = runOf(observations)
  })
  const current = run ?? runOf(observations)
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 0)
  const start = performance.now()
  await metricRowsOf(current, previous)
  const metrics = performance.now() - start
  const startPrompts = performance.now()
  await promptMetricRowsOf(current, previous)
  const prompts = performance.now() - startPrompts
  clearInterval(watch)
  const sources = time(() => sourceRowsOf(current.input))
  // The first round is a warm-up.
  if (round === 0) continue
  turn = turn === 0 ? longest : Math.min(turn, longest)
  for (const [name, spent] of Object.entries({ parse, measure, metrics, prompts, sources }))
    timed[name]?.push(spent)
}

const least = (name: string) => Math.min(...(timed[name] ?? []))
const total = least('measure') + least('metrics') + least('prompts') + least('sources')
report('metrics of 10,000 results', [
  { name: 'metrics, comparison and sources', value: total, unit: 'ms', better: 'lower', aim: 1_000 },
  { name: 'longest block of the event loop', value: turn, unit: 'ms', better: 'lower' },
  {
    name: 'compared with JSON.parse of the observations',
    value: total / least('parse'),
    unit: '×',
    better: 'lower',
  },
])

function runOf(observations: readonly Observation[]): RunWithPages {
  const measureOne = metricsInputOf(snapshot)
  return {
    id: 'current',
    extractionRevision: 1,
    snapshot,
    input: {
      entities: [{ id: 'brand', name: 'Taskfern' }, ...snapshot.competitors],
      prompts: Array.from({ length: PROMPTS }, (_, n) => ({
        text: `Question ${n}?`,
        tags: n % 2 === 0 ? ['even'] : ['odd'],
        branded: n % 5 === 0,
      })),
      uncertain: [],
      answers: units.map(({ prompt, provider, location }, index) => {
        const said = observations[index]
        const status = 'ok' as const
        const measured = said ? measureOne(said) : { entities: [], sources: [], placed: null, searched: null }
        return { status, prompt, provider, location, persona: null, basis: 'model-1', ...measured }
      }),
    },
  }
}

function observation(liking: number): Observation {
  const mentioned = random() < liking
  const competitors = snapshot.competitors.map(({ id, name }, index) => {
    const named = random() < 0.3
    return {
      id,
      name,
      mentioned: named,
      mentionCount: named ? 2 : 0,
      position: named ? index + 2 : null,
      sentiment: named ? 0.5 : null,
      sentimentLabel: named ? ('positive' as const) : null,
      recommended: named && random() < 0.4,
      rank: null,
    }
  })
  return {
    brand: {
      mentioned,
      denied: false,
      mentionCount: mentioned ? 3 : 0,
      firstOffset: mentioned ? 120 : null,
      position: mentioned ? 1 : null,
      spans: mentioned ? [120, 480, 900].map((start) => ({ start, end: start + 8 })) : [],
    },
    sentiment: {
      label: mentioned ? 'positive' : null,
      score: mentioned ? 1 / 3 : null,
      positive: 1,
      neutral: 2,
      negative: 0,
    },
    competitors,
    citations: Array.from({ length: SOURCES }, (_, index) => {
      const domain = `site-${Math.floor(DOMAINS * random() ** 3)}.example`
      return {
        position: index + 1,
        url: `https://www.${domain}/guides/best-task-managers-compared`,
        title: 'The best task managers compared',
        domain,
        kind: index < 6 ? ('cited' as const) : ('retrieved' as const),
        owner: 'third_party' as const,
        competitorId: null,
      }
    }),
    recommendation: {
      recommended: mentioned && random() < 0.5,
      strength: mentioned ? 'among' : null,
      rank: null,
      listSize: null,
      evidence: null,
    },
    judge: null,
    details: {
      length: 3_000,
      competitors: competitors.map(({ mentioned: named, position }) => ({
        denied: false,
        firstOffset: position === null ? null : position * 100,
        positive: named ? 1 : 0,
        neutral: named ? 1 : 0,
        negative: 0,
        strength: named ? ('among' as const) : null,
      })),
    },
  }
}

function time(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
