import { expect, test } from 'vitest'
import { releasedChangelog } from '../../release/changelog.ts'

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Scopes.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n'
const RELEASE = { version: '0.2.0', today: '2026-12-01' }

test('a release dates the unreleased changes and starts a new section', () => {
  const released = releasedChangelog(CHANGELOG, RELEASE)
  expect(released).toContain(
    '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- Scopes.\n\n## [0.1.0]',
  )
})

test('a release without changes, or of a version that is already listed, is refused', () => {
  expect(() =>
    releasedChangelog(releasedChangelog(CHANGELOG, RELEASE), { ...RELEASE, version: '0.3.0' }),
  ).toThrow('no changes')
  expect(() => releasedChangelog(CHANGELOG, { ...RELEASE, version: '0.1.0' })).toThrow('already lists 0.1.0')
})
