import { expect, it } from 'vitest'
import { readConfig } from './read.ts'

const JUDGE = { JUDGE_BASE_URL: 'http://127.0.0.1:11434/v1', JUDGE_MODEL: 'llama3.2' }

it('the judge is off unless JUDGE_BASE_URL and JUDGE_MODEL are set', () => {
  expect(readConfig({}).judge).toBeNull()
  expect(readConfig({ JUDGE_API_KEY: 'sk-1' }).judge).toBeNull()
  expect(readConfig(JUDGE).judge).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'llama3.2',
    apiKey: null,
    dailyTokens: 1_000_000,
    below: 1,
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
  ['JUDGE_BELOW_PERCENT', { ...JUDGE, JUDGE_BELOW_PERCENT: '0.9' }],
])(
  'the error about an invalid setting of the judge names the variable but not its value: %s %j',
  (name, environment) => {
    const problem = expect(() => readConfig(environment))
    problem.toThrow(expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(name) }))
    problem.not.toThrow(/secret/)
  },
)

it('spending has no limit unless it is set, in US dollars', () => {
  expect(readConfig({}).spendLimit).toEqual({ perDay: null, perOrganizationPerDay: null })
  const limits = { DAILY_SPEND_USD: '25', DAILY_SPEND_USD_PER_ORGANIZATION: '2.50' }
  expect(readConfig(limits).spendLimit).toEqual({ perDay: 25, perOrganizationPerDay: 2.5 })
  for (const wrong of ['-1', '$5', '1e3', 'none'])
    expect(() => readConfig({ DAILY_SPEND_USD: wrong })).toThrow(/^DAILY_SPEND_USD must be US dollars/)
})

const MAIL = {
  SMTP_URL: 'smtps://me:secret@mail.example.com',
  MAIL_FROM: 'Answergraph <noreply@example.com>',
  PUBLIC_URL: 'https://brands.example.com',
}

it('email is off unless SMTP_URL is set', () => {
  expect(readConfig({ MAIL_FROM: MAIL.MAIL_FROM }).mail).toBeNull()
  expect(readConfig(MAIL).mail).toEqual({ url: MAIL.SMTP_URL, from: MAIL.MAIL_FROM })
  expect(readConfig({ ...MAIL, MAIL_FROM: 'noreply@example.com' }).mail?.from).toBe('noreply@example.com')
})

it.each([
  ['SMTP_URL', { ...MAIL, SMTP_URL: 'me:secret@mail.example.com' }],
  ['MAIL_FROM', { ...MAIL, MAIL_FROM: '' }],
  ['MAIL_FROM', { ...MAIL, MAIL_FROM: 'Answergraph' }],
  ['MAIL_FROM', { ...MAIL, MAIL_FROM: 'a@example.com, b@example.com' }],
  ['PUBLIC_URL', { ...MAIL, PUBLIC_URL: '' }],
])(
  'the error about an invalid or missing setting of email names the variable but not its value: %s %j',
  (name, environment) => {
    const problem = expect(() => readConfig(environment))
    problem.toThrow(expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining(name) }))
    problem.not.toThrow(/secret/)
  },
)

it.each([
  ['', []],
  ['10.0.0.0/8, 127.0.0.1,::1,fd00::/8', ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8']],
])('TRUST_PROXY %j is parsed as %j', (TRUST_PROXY, proxies) => {
  expect(readConfig({ TRUST_PROXY }).trustedProxies).toEqual(proxies)
})

it.each(['proxy.local', '10.0.0.0/33', '10.0.0', '127.1', '10.0.0.1 10.0.0.2', '*'])(
  'the error about TRUST_PROXY %j names the variable',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/^TRUST_PROXY must be/)
  },
)

it.each(['/nowhere.json', import.meta.filename, 'package.json'])(
  'the error about an unusable PERSISTED_OPERATIONS_FILE names the variable: %s',
  (PERSISTED_OPERATIONS_FILE) => {
    expect(() => readConfig({ PERSISTED_OPERATIONS_FILE })).toThrow(
      /^PERSISTED_OPERATIONS_FILE must name a JSON file/,
    )
  },
)

it('Redis is not used unless REDIS_URL is set, and has no Sentinels unless they are set', () => {
  expect(readConfig({}).redis).toBeNull()
  const url = 'redis://:secret@mymaster/2'
  expect(readConfig({ REDIS_URL: url }).redis).toEqual({ url, sentinels: [] })
  const addresses = '10.0.0.1:26379, [::1]:26379'
  expect(readConfig({ REDIS_URL: url, REDIS_SENTINELS: addresses }).redis).toEqual({
    url,
    sentinels: ['10.0.0.1:26379', '[::1]:26379'],
  })
})

it.each([
  ['REDIS_URL is required with REDIS_SENTINELS', { REDIS_SENTINELS: '10.0.0.1:26379' }],
  [
    'REDIS_SENTINELS must be a comma-separated list of host:port',
    { REDIS_URL: 'redis://mymaster', REDIS_SENTINELS: '10.0.0.1' },
  ],
])('the error about invalid Sentinels names the variable: %s', (message, environment) => {
  expect(() => readConfig(environment)).toThrow(message)
})
