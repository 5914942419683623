// Lists everything that the published package and the image contain, as a software bill of materials in the format CycloneDX
// 1.6. Plain JavaScript, because the build uses it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} root folder with package.json and package-lock.json
 * @param {{ name: string, version: string, identifier?: string }[]} bundled libraries in the bundle
 */
export function billOfMaterials(root, bundled) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { name, version, license } = read('package.json')
  const components = [...bundled, ...installedLibraries(read('package-lock.json'))].map(
    ({ name, version, identifier }) => ({
      type: 'library',
      'bom-ref': purlOf(name, version),
      ...nameParts(name),
      version,
      purl: purlOf(name, version),
      licenses: [licenseOf(identifier)],
    }),
  )
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(name, version),
        name,
        version,
        licenses: [licenseOf(license)],
        purl: purlOf(name, version),
      },
    },
    components: [...byReference.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

/** Returns the libraries that are installed with the package, because they are not part of the bundle. */
function installedLibraries({ packages }) {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .filter(([path]) => !path.startsWith('node_modules/@answergraph/'))
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      identifier: license,
    }))
}

function nameParts(name) {
  const [scope, rest] = name.split('/')
  return rest ? { group: scope, name: rest } : { name }
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** An SPDX id such as `MIT`, or an expression such as `(MIT OR CC0-1.0)`. */
function licenseOf(identifier = 'unknown') {
  if (/ (OR|AND) /.test(identifier)) return { expression: identifier }
  return identifier === 'unknown' ? { license: { name: 'unknown' } } : { license: { id: identifier } }
}
