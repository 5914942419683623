import { expect, it } from 'vitest'
import { welcome } from './welcome.ts'

const FACTS = {
  role: 'all' as const,
  url: 'http://127.0.0.1:4000',
  dataFolder: null,
  judge: null,
  demo: null,
}

it('the welcome message names the judge where one is configured', () => {
  expect(welcome({ ...FACTS, judge: 'llama3.2' }, false)).toContain('  Judge    llama3.2 labels sentiment')
  expect(welcome(FACTS, false)).not.toContain('Judge')
})
