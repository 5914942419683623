import { expect, it } from 'vitest'
import { cellsOf, readCell } from './cells.ts'
import type { Unit } from './use-units.ts'

const unit = (prompt: string, location: string, status: Unit['status'], mentioned = false): Unit => ({
  id: `${prompt} ${location} ${status} ${mentioned}`,
  promptText: prompt,
  location,
  replicate: 1,
  status,
  provider: { id: 'p', token: 'p' },
  brand: status === 'OK' ? { mentioned } : null,
})

it('counts the outcomes of a cell’s questions; questions without a result are waiting', () => {
  const units = [unit('One?', 'US', 'OK', true), unit('One?', 'DE', 'OK'), unit('Two?', 'US', 'FAILED')]
  const byPrompt = cellsOf(units, 'prompts', 3)
  expect(readCell(byPrompt('One?', 'p'))).toBe('1 mentions the brand, 1 does not mention it, 1 waiting')
  expect(readCell(byPrompt('Two?', 'p'))).toBe('1 failed, 2 waiting')
  expect(readCell(byPrompt('One?', 'other'))).toBe('3 waiting')
  const byCountry = cellsOf(units, 'countries', 2)
  expect(readCell(byCountry('US', 'p'))).toBe('1 mentions the brand, 1 failed')
})
