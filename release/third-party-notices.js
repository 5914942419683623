// Lists the libraries that a bundle contains, with their licenses, which have to be distributed with it. Plain JavaScript,
// because the build uses it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package that contains a file, such as `node_modules/@hono/node-server`. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

const LICENSE_FILE = /^(licen[cs]e|copying)([.-]|$)/i

/**
 * Returns the libraries in a bundle, as entries like the ones in Vite's license file.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} root the folder that the metafile's paths are relative to
 */
export function bundledLibraries(metafile, root) {
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = new Set(
    files.map((file) => PACKAGE_FOLDER.exec(file)?.[0]).filter((folder) => folder !== undefined),
  )
  return [...folders].map((folder) => describeLibrary(join(root, folder)))
}

function describeLibrary(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => LICENSE_FILE.test(entry))
  // Some packages contain no license file, only the name of the license.
  const text = file ? readFileSync(join(folder, file), 'utf8') : `Author: ${author?.name ?? author ?? name}`
  return { name, version, identifier: license, text }
}

/** Returns the text of the notices: every library once, with its license. */
export function thirdPartyNotices(libraries) {
  const byName = new Map(libraries.map((library) => [`${library.name} ${library.version}`, library]))
  const sections = [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([title, { identifier, text }]) => `## ${title}\n\nLicense: ${identifier}\n\n${(text ?? '').trim()}\n`,
    )
  return `# Third-party notices\n\nAnswergraph contains the following libraries.\n\n${sections.join('\n')}`
}
