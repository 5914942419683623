import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const [, threats = ''] = page.split('\n## Threats\n')
const rows = threats
  .split('\n## ', 1)[0]
  ?.match(/^\| (?!threat |-).*\|$/gm)
  ?.map((row) => row.slice(1, -1).split('|'))

it('every threat in docs/security.md names a measure and tests that exist', () => {
  expect(rows?.length).toBeGreaterThan(25)
  for (const [threat = '', measure = '', tests = ''] of rows ?? []) {
    expect(measure.trim(), threat).not.toBe('')
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.length, threat).toBeGreaterThan(0)
    expect(paths.filter((path) => !path.endsWith('.test.ts') || !existsSync(path))).toEqual([])
  }
})
