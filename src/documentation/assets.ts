import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { type Resource, resource } from './foundation/resource.ts'

const FOLDER = join(PACKAGE_ROOT, 'dist', 'documentation')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The built files that pages load. */
export interface Assets {
  /** Resources by path. The path changes whenever the content changes. */
  resources: ReadonlyMap<string, () => Promise<Resource>>
  /** Returns the path of the file that was built from a file such as `documentation.css`. */
  findPath(name: string): string
}

/**
 * Lists the files that build.js created for the pages.
 * @throws {Error} if they were not built
 */
export function findAssets(): Assets {
  const names = readdirSync(FOLDER)
  return {
    resources: new Map(
      names.map((name) => [
        `/docs/assets/${name}`,
        resource(
          TYPES[extname(name)] ?? 'application/octet-stream',
          () => new Uint8Array(readFileSync(join(FOLDER, name))),
          { permanent: true },
        ),
      ]),
    ),
    findPath(name) {
      const built = names.find((file) => file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, '') === name)
      if (!built) throw new Error(`${name} was not built: run node build.js`)
      return `/docs/assets/${built}`
    },
  }
}
