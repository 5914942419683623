/**
 * Returns the changelog with the unreleased changes under a version and its date, and an empty section for the next
 * changes.
 * @throws {Error} if there are no unreleased changes, or the version is already listed
 */
export function releasedChangelog(
  changelog: string,
  { version, today }: { version: string; today: string },
): string {
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md already lists ${version}`)
  const [, after = ''] = changelog.split('## [Unreleased]\n')
  const [changes] = after.split(/^## /m)
  if (!changes?.trim()) throw new Error('CHANGELOG.md lists no changes under "Unreleased"')
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${today}\n`)
}
