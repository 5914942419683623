import type { BatchInput, CreateInput, SetProvidersBody, UpdateBody } from '../../core/prompts/input.ts'
import type { PromptForm } from '../schemas/prompt.ts'

export const PROMPT: PromptForm = {
  id: '019a6f2e-b1f4-7e02-9a6b-4c5d6e7f8a9b',
  text: 'What is the best task manager for a small team?',
  providers: ['chatgpt', 'perplexity'],
  locations: ['US'],
  tags: ['comparison'],
  active: true,
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
}

export const CREATE_REQUEST: CreateInput = {
  text: PROMPT.text,
  providers: ['chatgpt', 'perplexity'],
  locations: ['US'],
  tags: ['comparison'],
}

export const UPDATE_REQUEST: UpdateBody = {
  text: 'Best task manager for five people?',
  locations: ['US', 'DE'],
}

export const PROVIDERS_REQUEST: SetProvidersBody = { providers: ['chatgpt', 'gemini'] }

export const BATCH_REQUEST: BatchInput = {
  create: ['Is Taskfern any good?', { text: 'Best kanban app?', providers: ['gemini'] }],
  update: [{ id: PROMPT.id, tags: ['comparison', 'teams'] }],
  delete: ['019a6f2e-b200-7d31-8c4e-1a2b3c4d5e6f'],
}
