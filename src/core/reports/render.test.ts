import { describe, expect, it } from 'vitest'
import { rateInterval } from '../../metrics/rate-interval.ts'
import { answer, mention, source } from '../../metrics/sample-answers.ts'
import { summarize } from '../../metrics/summarize.ts'
import { asSystemBatchId } from '../access/visible.ts'
import type { BatchRecord } from '../batches/row.ts'
import { createFigures, DEFAULT_READER } from '../foundation/figures.ts'
import type { RunComparison } from '../measurements/comparison.ts'
import type { AnswerFacts } from './foundation/answer-facts.ts'
import type { ReportFacts } from './foundation/facts.ts'
import { renderReport } from './render.ts'

const ENTITIES = [
  { id: 'brand', name: 'Taskfern' },
  { id: 'b', name: 'Boardly' },
]
const PROMPTS = Array.from({ length: 10 }, (_, index) => ({
  text: `Question ${index}?`,
  tags: [],
  branded: false,
}))

/**
 * Returns the summary of a run with ten prompts and one answer each. The first `naming` answers name the brand; the
 * others name its competitor.
 */
function summaryOf(naming: number) {
  const named = mention({
    mentioned: true,
    position: 1,
    sentiment: 1,
    tones: { positive: 1, neutral: 0, negative: 0 },
    recommended: true,
    strength: 'primary',
  })
  const answers = PROMPTS.map((_, prompt) =>
    answer({
      prompt,
      entities: prompt < naming ? [named, mention()] : [mention(), named],
      sources: [prompt < naming ? source('taskfern.example', 0) : source('news.example')],
    }),
  )
  return summarize({ entities: ENTITIES, prompts: PROMPTS, answers })
}

const RUN: BatchRecord = {
  id: asSystemBatchId('019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d'),
  analysisId: null,
  kind: 'run',
  trigger: 'schedule',
  projectId: 'p',
  seq: 1,
  status: 'partially_completed',
  cancelled: false,
  brandName: 'Taskfern',
  progress: { total: 12, completed: 11, failed: 1 },
  costUsd: null,
  stopWhen: null,
  personas: [],
  rounds: null,
  credits: { reserved: 0, charged: 0, refunded: 0 },
  summary: null,
  reextractedAt: null,
  createdAt: new Date('2026-11-16T03:00:00Z'),
  startedAt: new Date('2026-11-16T03:00:01Z'),
  finishedAt: new Date('2026-11-16T03:12:30Z'),
  rawDeletedAt: null,
  textsDeletedAt: null,
}

const MOVED: RunComparison = {
  verdict: 'moved',
  previousRunId: '019a6f2e-0000-7c11-8d3a-5e6f7a8b9c0d',
  prompts: 10,
  rate: 0.9,
  previousRate: 0.5,
  difference: 0.4,
  low: 0.1,
  high: 0.7,
  pValue: 0.03,
  adjustedVerdict: null,
  stability: 0.6,
}

const ANSWERS: AnswerFacts = {
  outcomes: [
    { provider: 'chatgpt', status: 'ok', simulated: false, errorCode: null, results: 10 },
    { provider: 'chatgpt', status: 'failed', simulated: false, errorCode: 'PROVIDER_ERROR', results: 1 },
    { provider: 'google_ai_mode', status: 'not_shown', simulated: false, errorCode: null, results: 1 },
  ],
  namedInstead: [{ name: 'Boardly', answers: 4 }],
  opinions: [
    {
      label: 'positive',
      text: ', **Taskfern** is\nthe best <b>choice</b>',
      prompt: 'Question | 0?',
      provider: 'chatgpt',
    },
  ],
}

const FACTS: ReportFacts = {
  batch: RUN,
  summary: summaryOf(6),
  comparison: MOVED,
  previous: { finishedAt: new Date('2026-11-09T03:10:00Z'), summary: summaryOf(2) },
  providers: [
    {
      runId: RUN.id,
      scope: 'provider',
      value: 'chatgpt',
      summary: summaryOf(6),
      comparison: { ...MOVED, adjustedVerdict: 'within_noise' },
      changes: null,
      previousExtractionRevision: 1,
    },
  ],
  themes: [],
  answers: ANSWERS,
  factCheck: null,
  figures: createFigures(DEFAULT_READER),
}

const CHANGED = { ...MOVED, adjustedVerdict: 'moved' as const }
const PRICE = {
  theme: 'price',
  positive: 6,
  negative: 1,
  neutral: 0,
  positiveRate: rateInterval([{ present: 6, answers: 10 }]),
  negativeRate: rateInterval([{ present: 1, answers: 10 }]),
  positiveChange: CHANGED,
  negativeChange: { ...CHANGED, adjustedVerdict: 'within_noise' as const },
  quotes: [
    {
      start: 0,
      end: 23,
      text: 'Taskfern is affordable.',
      label: 'positive' as const,
      resultId: RUN.id,
      provider: 'chatgpt',
    },
  ],
}

const NO_CHANGE = { ...MOVED, difference: -0.03, low: -0.2, high: 0.14 }

describe('a report', () => {
  it('shows the themes of the brand next to its competitor, with a quotation and clear changes', () => {
    const brand = { entityId: 'brand', name: 'Taskfern', answers: 10, themes: [PRICE] }
    const report = renderReport({ ...FACTS, themes: [brand, { ...brand, entityId: 'c', name: 'Boardly' }] })
    expect(report).toContain('## Themes of praise and criticism')
    expect(report).toMatch(/\| price \| 60 % .*praise up/)
    expect(report).toContain('Taskfern is affordable.')
    expect(renderReport({ ...FACTS, themes: [] })).not.toContain('Themes of praise')
  })

  it('shows all sections for a measured run', async () => {
    await expect(renderReport(FACTS)).toMatchFileSnapshot('sample-report.txt')
  })

  it.each([
    [
      'within_noise',
      '**Within noise.** The mention rate changed by −3.0 points (95 % interval −20.0 to +14.0)',
    ],
    ['insufficient', '**Not enough data.** Only 10 prompts can be compared with the run of 9 November 2026'],
    ['not_comparable', '**Not comparable.** Since the run of 9 November 2026 ('],
  ] as const)('does not report a change if the verdict is %s', (verdict, text) => {
    const report = renderReport({ ...FACTS, comparison: { ...NO_CHANGE, verdict } })
    expect(report).toContain(text)
    expect(report).not.toContain('Chance alone')
  })

  it('has no columns about changes if there is no previous run', () => {
    const first = { ...NO_CHANGE, previousRunId: null, verdict: 'insufficient' as const }
    const providers = FACTS.providers.map((part) => ({ ...part, comparison: first }))
    const report = renderReport({ ...FACTS, comparison: first, previous: null, providers })
    expect(report).toContain('There is no previous run to compare with')
    expect(report).toContain('| Metric | This run |\n')
    expect(report).not.toContain('| Change |')
  })

  it('starts with a warning if all or some answers are simulated', () => {
    const simulated = ANSWERS.outcomes.map((outcome) => ({ ...outcome, simulated: true }))
    const [, , warning = ''] = renderReport({ ...FACTS, answers: { ...ANSWERS, outcomes: simulated } }).split(
      '\n\n',
    )
    expect(warning).toMatch(/^\*\*All answers are simulated: they are invented/)
    const [real = [], ...simulatedOthers] = [[ANSWERS.outcomes[0]], ...simulated.slice(2)]
    const some = renderReport({
      ...FACTS,
      answers: { ...ANSWERS, outcomes: [...real, ...simulatedOthers] as AnswerFacts['outcomes'] },
    })
    expect(some).toContain('**1 of 11 answers are simulated')
    expect(renderReport(FACTS)).not.toContain('simulated')
  })

  it('shows the progress and no figures for a run that has not ended', () => {
    const batch: BatchRecord = { ...RUN, status: 'running', finishedAt: null }
    const report = renderReport({ ...FACTS, batch, summary: null })
    expect(report).toContain(
      'has not ended yet. It started on 16 November 2026, 03:00 UTC, and 12 of 12 questions are done.',
    )
    expect(report).not.toContain('## ')
  })

  it('shows the reasons for a run without any answer', () => {
    const batch: BatchRecord = { ...RUN, status: 'failed' }
    const report = renderReport({ ...FACTS, batch, summary: null })
    expect(report).toContain('All of its 12 questions failed')
    expect(report).toContain(
      '| chatgpt | 1 | The provider failed or could not be reached in every attempt. |',
    )
  })

  it('shows how many questions a canceled run completed', () => {
    const batch: BatchRecord = {
      ...RUN,
      cancelled: true,
      progress: { total: 4_000, completed: 5, failed: 3_995 },
    }
    const outcomes: AnswerFacts['outcomes'] = [
      { provider: 'chatgpt', status: 'ok', simulated: false, errorCode: null, results: 5 },
      { provider: 'chatgpt', status: 'failed', simulated: false, errorCode: 'CANCELLED', results: 3_994 },
      { provider: 'chatgpt', status: 'failed', simulated: false, errorCode: 'PROVIDER_ERROR', results: 1 },
    ]
    const answers = { ...ANSWERS, outcomes }
    expect(renderReport({ ...FACTS, batch, answers })).toContain(
      'It was canceled after 6 of 4,000 questions. Based',
    )
    const early = renderReport({ ...FACTS, batch: { ...batch, status: 'failed' }, summary: null, answers })
    expect(early).toContain('6 of 4,000 questions. None of them was answered, so there are no figures.')
  })

  it('lists only sites that are cited', () => {
    const summary = FACTS.summary ?? summaryOf(6)
    const [cited] = summary.sources.domains
    if (!cited) throw new Error('no site')
    const domains = [cited, { ...cited, domain: 'listed.example', citations: 0 }]
    const report = renderReport({
      ...FACTS,
      summary: { ...summary, sources: { ...summary.sources, domains } },
    })
    expect(report).toContain(cited.domain)
    expect(report).not.toContain('listed.example')
  })

  it('notes how many rows a table omits', () => {
    const namedInstead = Array.from({ length: 12 }, (_, index) => ({ name: `Rival ${index}`, answers: 1 }))
    expect(renderReport({ ...FACTS, answers: { ...ANSWERS, namedInstead } })).toContain(
      'Not shown: 2 rows with smaller counts.',
    )
  })

  it('rounds a share to 100 % only if it is exactly 1', () => {
    const summary = FACTS.summary ?? summaryOf(6)
    const mentionRate = { ...summary.mentionRate, value: 0.997, numerator: 997, denominator: 1_000 }
    expect(renderReport({ ...FACTS, summary: { ...summary, mentionRate } })).toContain('| >99 % (')
  })

  it('contains no comparison for an async analysis', () => {
    const batch: BatchRecord = { ...RUN, kind: 'async', analysisId: 'aa_1', trigger: 'api' }
    const report = renderReport({ ...FACTS, batch, comparison: null, previous: null, providers: [] })
    expect(report).toContain('Async analysis aa_1 ended on 16 November 2026')
    expect(report).toContain('| Metric | This analysis |\n')
    expect(report).not.toMatch(/Change since|By provider|verdict/)
  })

  it('has at most 24,000 characters even with long names and full tables', () => {
    const long = 'x_*|'.repeat(200)
    const many = <Item>(item: Item, count = 200) => Array.from({ length: count }, () => item)
    const summary = FACTS.summary ?? summaryOf(1)
    const [brand, rival] = summary.entities
    const [domain] = summary.sources.domains
    const [provider] = FACTS.providers
    const [opinion] = ANSWERS.opinions
    if (!brand || !rival || !domain || !provider || !opinion) throw new Error('the facts are incomplete')
    const big = {
      ...summary,
      entities: [{ ...brand, name: long }, ...many({ ...rival, name: long })],
      // Stored summaries contain at most ten domains.
      sources: { ...summary.sources, domains: many({ ...domain, domain: long }, 10) },
    }
    const report = renderReport({
      ...FACTS,
      batch: { ...RUN, brandName: long },
      summary: big,
      providers: many({ ...provider, value: long }),
      answers: {
        outcomes: many({
          provider: long,
          status: 'failed',
          simulated: true,
          errorCode: 'PROVIDER_UNAVAILABLE',
          results: 1,
        }),
        namedInstead: many({ name: long, answers: 1 }),
        // There are at most five opinions per label.
        opinions: [
          ...many({ ...opinion, text: long, prompt: long }, 5),
          ...many({ label: 'negative' as const, text: long, prompt: long, provider: long }, 5),
        ],
      },
    })
    expect(report.length).toBeLessThanOrEqual(24_000)
  })
})
