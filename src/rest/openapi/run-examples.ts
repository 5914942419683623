import type { ResultForm } from '../schemas/result.ts'
import type { ResultPageForm, RunForm, TriggeredRunForm } from '../schemas/run.ts'
import type { TrendPointForm } from '../schemas/trend.ts'
import { OWN_PROJECT } from './examples.ts'

const RUN_ID = '019a6f30-1c2d-7b40-8e5f-4a6b8c0d2e1f'

export const TRIGGERED: TriggeredRunForm = {
  runId: RUN_ID,
  status: 'queued',
  nextRunAt: '2026-03-09T09:30:00.000Z',
}

export const RUN: RunForm = {
  id: RUN_ID,
  status: 'running',
  trigger: 'manual',
  brandName: OWN_PROJECT.name,
  progress: { total: 70, completed: 12, failed: 0 },
  createdAt: '2026-03-02T09:30:00.000Z',
  startedAt: '2026-03-02T09:30:00.412Z',
  finishedAt: null,
}

const RESULT: ResultForm = {
  id: '019a6f30-1c2d-7b41-9a0b-6c8d0e2f4a1b',
  runId: RUN_ID,
  promptId: '019a6f2e-a1b2-7c30-8d4e-5f6a7b8c9d0e',
  prompt: 'Best task manager?',
  provider: 'chatgpt',
  location: 'US',
  replicate: 1,
  status: 'ok',
  simulated: false,
  surface: 'api',
  locationApplied: 'native',
  model: { requested: 'gpt-5', reported: 'gpt-5-2026-01-15' },
  error: null,
  answeredAt: '2026-03-02T09:30:03.120Z',
  brand: {
    mentioned: true,
    denied: false,
    mentionCount: 1,
    firstOffset: 11,
    position: 1,
    spans: [{ start: 11, end: 19 }],
  },
  sentiment: {
    label: 'positive',
    score: 0.6,
    positive: 1,
    neutral: 0,
    negative: 0,
    evidence: [{ start: 11, end: 35, text: 'Taskfern is the best fit', label: 'positive' }],
  },
  competitors: [],
  citations: [],
  recommendation: { recommended: true, strength: 'primary', rank: 1, listSize: 5, evidence: null },
  judge: null,
  extractionVersion: 3,
}

export const RESULT_PAGE: ResultPageForm = {
  data: [RESULT],
  pagination: { limit: 50, offset: 0, total: 1, hasMore: false },
}

const rate = (numerator: number, denominator: number, low: number, high: number) => ({
  value: numerator / denominator,
  numerator,
  denominator,
  low,
  high,
  method: 'bootstrap' as const,
})

const RATES = {
  mentionRate: rate(42, 70, 0.48, 0.71),
  shareOfVoice: rate(42, 105, 0.33, 0.48),
  shareOfMentions: rate(61, 148, 0.34, 0.49),
  averagePosition: 1.7,
  positions: {
    average: 1.7,
    histogram: [
      { position: 1, answers: 20 },
      { position: 2, answers: 15 },
      { position: 3, answers: 7 },
    ],
    absent: 28,
  },
  prominence: { value: 0.74, answers: 42 },
  sentiment: 0.31,
  sentiments: { positive: 25, neutral: 30, negative: 6 },
  recommendationRate: rate(21, 70, 0.2, 0.41),
  recommendations: {
    whenMentioned: rate(21, 42, 0.36, 0.64),
    share: rate(21, 50, 0.29, 0.55),
    strengths: { primary: 5, strong: 6, among: 10, mentionedOnly: 20, discouraged: 1 },
  },
  citationRate: rate(14, 70, 0.12, 0.31),
  retrievedRate: rate(3, 70, 0.01, 0.12),
  citationShare: rate(16, 160, 0.06, 0.15),
  denialRate: rate(1, 70, 0, 0.08),
  agreement: rate(51, 60, 0.74, 0.93),
}

const SCOPE = {
  metricsVersion: 1,
  sample: { prompts: 10, answers: 70, replicates: 2 },
  shareOfVoicePrompts: 'unbranded' as const,
  informativeRate: rate(63, 70, 0.81, 0.96),
  absence: {
    notNamed: rate(27, 70, 0.28, 0.5),
    denied: rate(1, 70, 0, 0.08),
    refused: { ...rate(1, 71, 0, 0.08), method: 'wilson' as const },
    notShown: { ...rate(1, 72, 0, 0.07), method: 'wilson' as const },
    failed: { ...rate(0, 72, 0, 0.05), method: 'wilson' as const },
  },
  sources: {
    citations: 160,
    owners: [
      { owner: 'brand' as const, citations: 16, share: rate(16, 160, 0.06, 0.15) },
      { owner: 'competitor' as const, citations: 24, share: rate(24, 160, 0.1, 0.21) },
      { owner: 'third_party' as const, citations: 120, share: rate(120, 160, 0.68, 0.81) },
    ],
    domains: [
      {
        domain: 'reviews.example',
        owner: 'third_party' as const,
        competitorId: null,
        citations: 40,
        share: rate(40, 160, 0.19, 0.32),
        citationRate: rate(35, 70, 0.38, 0.62),
        retrievedRate: rate(7, 70, 0.05, 0.19),
      },
    ],
  },
  answersNeeded: {
    designEffect: 1.6,
    answersPerPrompt: 7,
    changes: [
      { points: 5, independent: 1_534, answers: 2_455, prompts: 351 },
      { points: 10, independent: 388, answers: 621, prompts: 89 },
      { points: 20, independent: 97, answers: 156, prompts: 23 },
    ],
  },
}

export const TREND_POINT: TrendPointForm = {
  runId: RUN_ID,
  completedAt: '2026-03-02T09:31:10.000Z',
  results: 72,
  statuses: { ok: 70, refused: 1, notShown: 1, failed: 0 },
  ...RATES,
  ...SCOPE,
  comparison: 'within_noise',
  change: {
    previousRunId: '019a4b1c-0d2e-7f30-9a4b-5c6d7e8f9a0b',
    prompts: 10,
    difference: 0.03,
    low: -0.06,
    high: 0.11,
    pValue: 0.31,
    stability: 0.82,
  },
  entities: [{ id: 'brand', name: OWN_PROJECT.name, ...RATES }],
}
