import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const JUDGE = { JUDGE_BASE_URL: 'http://127.0.0.1:11434/v1', JUDGE_MODEL: 'llama3.2' }

it('there is no judge unless it is named by its address and its model', () => {
  expect(readConfig({}).judge).toBeNull()
  expect(readConfig({ JUDGE_API_KEY: 'sk-1' }).judge).toBeNull()
  expect(readConfig(JUDGE).judge).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'llama3.2',
    apiKey: null,
    dailyTokens: 1_000_000,
  })
  expect(readConfig({ ...JUDGE, JUDGE_API_KEY: 'sk-1', JUDGE_DAILY_TOKENS: '0' }).judge).toMatchObject({
    apiKey: 'sk-1',
    dailyTokens: 0,
  })
})

it.each([
  ['JUDGE_BASE_URL', { JUDGE_MODEL: 'llama3.2' }],
  ['JUDGE_MODEL', { JUDGE_BASE_URL: JUDGE.JUDGE_BASE_URL }],
  ['JUDGE_BASE_URL', { ...JUDGE, JUDGE_BASE_URL: 'localhost' }],
  ['JUDGE_BASE_URL', { ...JUDGE, JUDGE_BASE_URL: 'http://me:secret@localhost/v1' }],
  ['JUDGE_API_KEY', { ...JUDGE, JUDGE_API_KEY: 'my secret' }],
  ['JUDGE_DAILY_TOKENS', { ...JUDGE, JUDGE_DAILY_TOKENS: '1e6' }],
])('a judge that cannot be used is refused by the name of the variable: %s %j', (name, environment) => {
  const problem = expect(() => readConfig(environment))
  problem.toThrow(expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(name) }))
  problem.not.toThrow(/secret/)
})
