import { expect, it } from 'vitest'
import { welcome } from './welcome.ts'

const FACTS = {
  role: 'all' as const,
  url: 'http://127.0.0.1:4000',
  dataFolder: null,
  judge: null,
  exposedHost: null,
  setupLink: null,
  demo: null,
}

const DEMO = {
  organizationId: 'o',
  projectId: 'p',
  projectKey: 'k',
  organizationKey: 'l',
  signInLink: 'http://127.0.0.1:4000/sign-in#token=X',
}

it('the first link in the welcome message of a demo signs in to the dashboard', () => {
  const [first] = welcome({ ...FACTS, demo: DEMO }, false).match(/(?<=^ {2}\w+ +)\S+$/m) ?? []
  expect(first).toBe(DEMO.signInLink)
  expect(JSON.parse(welcome({ ...FACTS, demo: DEMO }, true))).toMatchObject({ signInLink: DEMO.signInLink })
})

it('the first link in the welcome message of a new installation sets it up', () => {
  const setupLink = 'http://127.0.0.1:4000/setup#token=X'
  const [first] = welcome({ ...FACTS, setupLink }, false).match(/(?<=^ {2}[\w ]+ {2,})\S+$/m) ?? []
  expect(first).toBe(setupLink)
  expect(JSON.parse(welcome({ ...FACTS, setupLink }, true))).toMatchObject({ setupLink })
})

it('the welcome message contains the address of each surface', () => {
  const lines = welcome(FACTS, false).split('\n')
  for (const [surface, path] of [
    ['Dashboard', '/'],
    ['REST', '/v1'],
    ['GraphQL', '/graphql'],
    ['MCP', '/mcp'],
  ])
    expect(lines).toContainEqual(expect.stringMatching(`^  ${surface} +${FACTS.url}${path}( |$)`))
})

it('the welcome message contains the model of a configured judge', () => {
  expect(welcome({ ...FACTS, judge: 'llama3.2' }, false)).toContain('  Judge      llama3.2 labels sentiment')
  expect(welcome(FACTS, false)).not.toContain('Judge')
})

it('the welcome message warns about a demo that other machines can reach', () => {
  const demo = DEMO
  const warning = 'Warning: because HOST is 0.0.0.0, other machines can open this demo'
  expect(welcome({ ...FACTS, demo, exposedHost: '0.0.0.0' }, false)).toContain(warning)
  expect(welcome({ ...FACTS, demo }, false)).not.toContain('Warning')
  expect(welcome({ ...FACTS, exposedHost: '0.0.0.0' }, false)).not.toContain('Warning')
})
