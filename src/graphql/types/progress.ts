import type { BatchRecord } from '../../core/batches/batch-record.ts'
import { builder } from '../builder.ts'

/** How far an analysis is. */
export const AnalysisStatus = builder.enumType('AnalysisStatus', {
  description: 'How far an analysis is.',
  values: {
    QUEUED: { value: 'queued', description: 'Accepted; work has not begun.' },
    RUNNING: { value: 'running', description: 'Being worked on.' },
    COMPLETED: { value: 'completed', description: 'Ended; no question failed.' },
    PARTIALLY_COMPLETED: { value: 'partially_completed', description: 'Ended; some questions failed.' },
    FAILED: { value: 'failed', description: 'Ended; every question failed.' },
  } as const satisfies Record<string, { value: BatchRecord['status']; description: string }>,
})

/** How many questions are done. */
export const Progress = builder.objectRef<BatchRecord['progress']>('Progress').implement({
  description: 'How many questions of an analysis are done.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Prompts × providers × locations × replicates.' }),
    completed: t.exposeInt('completed', { description: 'Those that were answered, refusals included.' }),
    failed: t.exposeInt('failed', { description: 'Those no answer could be had for.' }),
  }),
})

/** What an analysis costs. */
export const Credits = builder.objectRef<BatchRecord['credits']>('AnalysisCredits').implement({
  description: 'What an analysis costs, in credits.',
  fields: (t) => ({
    reserved: t.exposeInt('reserved', { description: 'Set aside at the start: one a question.' }),
    charged: t.exposeInt('charged', { description: 'Spent; 0 until it has ended.' }),
    refunded: t.exposeInt('refunded', { description: 'Given back for questions that failed, at the end.' }),
  }),
})
