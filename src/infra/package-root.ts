import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder that contains package.json, whether the program runs from the source files or from the build. */
export const PACKAGE_ROOT = findPackageRoot(dirname(fileURLToPath(import.meta.url)))

/** Version in package.json. */
export const PACKAGE_VERSION = (
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }
).version

function findPackageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json not found in any parent folder of the program')
  return findPackageRoot(parent)
}
