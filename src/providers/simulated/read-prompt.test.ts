import { expect, test } from 'vitest'
import { readPrompt } from './read-prompt.ts'

test.each([
  ['What is the best CRM for a small business?', 'crm', []],
  ['best e-bikes for commuting', 'electric-bikes', []],
  ["Is Slumbra's foam too soft?", 'mattresses', ['Slumbra']],
  ['Taskfern vs Planloom', 'project-management-software', ['Taskfern', 'Planloom']],
  ['is norvella boards any good', 'project-management-software', ['Norvella Boards']],
  ['Which VPN works in Germany, Cloakwise or Super Shield 3?', 'vpn', ['Cloakwise', 'Super Shield']],
  ['Compare Acme, Globex and Initech for email marketing', 'email-marketing', ['Acme', 'Globex', 'Initech']],
  ['Which project tool is best for a construction company?', 'project-management-software', []],
  ['What do teams use for planning their tasks?', 'project-management-software', []],
  ['Best Running Shoes For Flat Feet', 'running-shoes', []],
])('the market of %j is %s and its names are %j', (prompt, slug, names) => {
  const reading = readPrompt(prompt)
  expect(reading.category.slug).toBe(slug)
  expect(reading.named.map(({ name }) => name)).toEqual(names)
})

test('a prompt about an unknown subject always gets the same market', () => {
  expect(readPrompt('how do tides work').category).toBe(readPrompt('how do tides work').category)
})
