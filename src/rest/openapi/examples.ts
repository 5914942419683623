import type { AcceptedForm, AnalysisForm } from '../schemas/async-analysis.ts'
import type { OwnProjectForm } from '../schemas/project.ts'

const ANALYSIS_ID = 'aa_7ZK3M0Q9T4V8W2X6Y1C5D9F3G7H0J4K8M2N6P1Q5R9S3T7V0W4X8'

export const OWN_PROJECT: OwnProjectForm = {
  id: '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64',
  name: 'Taskfern',
  url: 'https://taskfern.example',
  competitors: [{ id: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d', name: 'Boardly', url: null }],
}

export const START_REQUESTS = {
  projectKey: {
    summary: 'With a project key: the brand of the project',
    value: {
      prompt: 'What is the best task manager for a small team?',
      replicates: 1,
      providers: ['chatgpt', 'perplexity'],
      locations: ['US'],
    },
  },
  organizationKey: {
    summary: 'With an organization key: any brand',
    value: {
      prompts: ['Best task manager?', 'Is Taskfern any good?'],
      brandName: 'Taskfern',
      replicates: 3,
      providers: ['gemini'],
      locations: ['US', 'DE'],
    },
  },
}

export const ACCEPTED: AcceptedForm = {
  analysisId: ANALYSIS_ID,
  status: 'queued',
  creditsReserved: 2,
  createdAt: '2026-03-02T09:30:00.000Z',
}

export const PROGRESS: AnalysisForm & { status: 'running' } = {
  analysisId: ANALYSIS_ID,
  status: 'running',
  progress: { total: 2, completed: 1, failed: 0 },
  brandName: 'Taskfern',
  createdAt: '2026-03-02T09:30:00.000Z',
  startedAt: '2026-03-02T09:30:00.412Z',
  finishedAt: null,
}
