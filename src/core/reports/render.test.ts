import { describe, expect, it } from 'vitest'
import { answer, mention, source } from '../../metrics/sample-answers.ts'
import { summarize } from '../../metrics/summarize.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { RunComparison } from '../measurements/comparison.ts'
import type { AnswerFacts } from './answer-facts.ts'
import type { ReportFacts } from './facts.ts'
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

/** A run of ten prompts, one answer each, of which the first `naming` name the brand and the others its competitor. */
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
  id: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d',
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
  rounds: null,
  credits: { reserved: 0, charged: 0, refunded: 0 },
  summary: null,
  reextractedAt: null,
  createdAt: new Date('2026-11-16T03:00:00Z'),
  startedAt: new Date('2026-11-16T03:00:01Z'),
  finishedAt: new Date('2026-11-16T03:12:30Z'),
}

const MOVED: RunComparison = {
  verdict: 'moved',
  previousRunId: '019a6f2e-0000-7c11-8d3a-5e6f7a8b9c0d',
  prompts: 10,
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
  answers: ANSWERS,
}

const NO_CHANGE = { ...MOVED, difference: -0.03, low: -0.2, high: 0.14 }

describe('a report', () => {
  it('says what a run has measured', async () => {
    await expect(renderReport(FACTS)).toMatchFileSnapshot('sample-report.txt')
  })

  it.each([
    [
      'within_noise',
      '**Within chance.** The mention rate differs by −3.0 points (95 % interval −20.0 to +14.0)',
    ],
    [
      'insufficient',
      '**Too little to tell.** Only 10 prompts can be compared with the run of 9 November 2026',
    ],
    ['not_comparable', '**Not comparable.** Since the run of 9 November 2026 ('],
  ] as const)('calls nothing a change when the verdict is %s', (verdict, text) => {
    const report = renderReport({ ...FACTS, comparison: { ...NO_CHANGE, verdict } })
    expect(report).toContain(text)
    expect(report).not.toContain('more than chance')
  })

  it('has no columns about a change without a run before', () => {
    const first = { ...NO_CHANGE, previousRunId: null, verdict: 'insufficient' as const }
    const providers = FACTS.providers.map((part) => ({ ...part, comparison: first }))
    const report = renderReport({ ...FACTS, comparison: first, previous: null, providers })
    expect(report).toContain('There is no run before this one')
    expect(report).toContain('| Figure | This run |\n')
    expect(report).not.toContain('| Change |')
  })

  it('says before everything else that answers are simulated, all or some of them', () => {
    const simulated = ANSWERS.outcomes.map((outcome) => ({ ...outcome, simulated: true }))
    const [, , warning = ''] = renderReport({ ...FACTS, answers: { ...ANSWERS, outcomes: simulated } }).split(
      '\n\n',
    )
    expect(warning).toMatch(/^\*\*All answers are simulated: made up/)
    const [real = [], ...others] = [[ANSWERS.outcomes[0]], ...simulated.slice(2)]
    const some = renderReport({
      ...FACTS,
      answers: { ...ANSWERS, outcomes: [...real, ...others] as AnswerFacts['outcomes'] },
    })
    expect(some).toContain('**1 of 11 answers are simulated')
    expect(renderReport(FACTS)).not.toContain('simulated')
  })

  it('of a run that has not ended says how far it has come, and no figure', () => {
    const batch: BatchRecord = { ...RUN, status: 'running', finishedAt: null }
    const report = renderReport({ ...FACTS, batch, summary: null })
    expect(report).toContain(
      'has not ended: it began on 16 November 2026, 03:00 UTC and 12 of 12 questions are done.',
    )
    expect(report).not.toContain('## ')
  })

  it('of a run in which everything failed says why', () => {
    const batch: BatchRecord = { ...RUN, status: 'failed' }
    const report = renderReport({ ...FACTS, batch, summary: null })
    expect(report).toContain('all of its 12 questions failed')
    expect(report).toContain('| chatgpt | 1 | The provider failed, or could not be reached, at every try. |')
  })

  it('of a cancelled run says how many questions came before the cancellation', () => {
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
      'it was cancelled after 6 of 4,000 questions. It',
    )
    const early = renderReport({ ...FACTS, batch: { ...batch, status: 'failed' }, summary: null, answers })
    expect(early).toContain('6 of 4,000 questions, none of which was answered, so there are no figures.')
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

  it('says where a table has not all rows', () => {
    const namedInstead = Array.from({ length: 12 }, (_, index) => ({ name: `Rival ${index}`, answers: 1 }))
    expect(renderReport({ ...FACTS, answers: { ...ANSWERS, namedInstead } })).toContain(
      '2 more with smaller counts',
    )
  })

  it('calls a share all only where it is', () => {
    const summary = FACTS.summary ?? summaryOf(6)
    const mentionRate = { ...summary.mentionRate, value: 0.997, numerator: 997, denominator: 1_000 }
    expect(renderReport({ ...FACTS, summary: { ...summary, mentionRate } })).toContain('| >99 % (')
  })

  it('of an async analysis compares it with nothing', () => {
    const batch: BatchRecord = { ...RUN, kind: 'async', analysisId: 'aa_1', trigger: 'api' }
    const report = renderReport({ ...FACTS, batch, comparison: null, previous: null, providers: [] })
    expect(report).toContain('Async analysis aa_1 ended on 16 November 2026')
    expect(report).toContain('| Figure | This analysis |\n')
    expect(report).not.toMatch(/Change since|By provider|is judged/)
  })

  it('has at most 24,000 characters, however much was measured', () => {
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
      // What is stored has ten at most.
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
        // What is read has five of each label at most.
        opinions: [
          ...many({ ...opinion, text: long, prompt: long }, 5),
          ...many({ label: 'negative' as const, text: long, prompt: long, provider: long }, 5),
        ],
      },
    })
    expect(report.length).toBeLessThanOrEqual(24_000)
  })
})
