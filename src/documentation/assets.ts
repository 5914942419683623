import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PACKAGE_ROOT } from '../infra/package-root.ts'

const FOLDER = join(PACKAGE_ROOT, 'dist', 'documentation')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A file that pages load. */
export interface Asset {
  type: string
  body: Uint8Array<ArrayBuffer>
}

/** Where the pages' files are served. */
export interface Assets {
  /** By name, such as `documentation-4QZJ2K3L.css`. */
  files: ReadonlyMap<string, Asset>
  /** The path of the file that was built from `name`, such as `documentation.css`. */
  path(name: string): string
}

/**
 * Reads the files that build.js has made for the pages; their names change with their content.
 * @throws {Error} when they were not built
 */
export function readAssets(): Assets {
  const files = new Map(
    readdirSync(FOLDER).map((name): [string, Asset] => [
      name,
      {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        body: new Uint8Array(readFileSync(join(FOLDER, name))),
      },
    ]),
  )
  return {
    files,
    path(name) {
      const built = [...files.keys()].find((file) => file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, '') === name)
      if (!built) throw new Error(`${name} was not built: run node build.js`)
      return `/docs/assets/${built}`
    },
  }
}
