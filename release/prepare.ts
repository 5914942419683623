/**
 * Prepares a release: `npm run release -- 0.2.0`. Sets the version, dates the notes, stores the interfaces that the next
 * release is compared with, and commits. It does not push or publish.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../test/parity/result-shape.ts'
import { releasedChangelog } from './changelog.ts'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name the version: npm run release -- 0.2.0')
if (git('status', '--porcelain')) throw new Error('commit your changes first')
const notes = readFileSync('docs/upgrading.md', 'utf8')
if (!notes.includes(`\n## ${version}\n`)) throw new Error(`docs/upgrading.md has no section ${version}`)

const today = new Date().toISOString().slice(0, 10)
writeFileSync('CHANGELOG.md', releasedChangelog(readFileSync('CHANGELOG.md', 'utf8'), { version, today }))
// The package and the client have the same version.
const packages = ['--workspaces', '--include-workspace-root', '--no-git-tag-version']
execFileSync('npm', ['version', version, ...packages], { stdio: 'inherit' })
execFileSync('npm', ['run', 'schema'], { stdio: 'inherit' })
copyFileSync('schema.graphql', 'release/last/schema.graphql')
writeFileSync('release/last/openapi.json', `${JSON.stringify(await openApiDocument())}\n`)
git('commit', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Answergraph ${version}`)
console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`)

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8' }).trim()
}
