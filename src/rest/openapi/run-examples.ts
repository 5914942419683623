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
  averagePosition: 1.7,
  sentiment: 0.31,
  recommendationRate: rate(21, 70, 0.2, 0.41),
  citationRate: rate(14, 70, 0.12, 0.31),
}

export const TREND_POINT: TrendPointForm = {
  runId: RUN_ID,
  completedAt: '2026-03-02T09:31:10.000Z',
  results: 72,
  statuses: { ok: 70, refused: 1, notShown: 1, failed: 0 },
  ...RATES,
  informativeRate: rate(63, 70, 0.81, 0.96),
  comparison: 'within_noise',
  change: {
    previousRunId: '019a4b1c-0d2e-7f30-9a4b-5c6d7e8f9a0b',
    prompts: 10,
    difference: 0.03,
    low: -0.06,
    high: 0.11,
  },
  entities: [{ id: 'brand', name: OWN_PROJECT.name, ...RATES }],
}
