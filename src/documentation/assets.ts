import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { type Resource, resource } from './resource.ts'

const FOLDER = join(PACKAGE_ROOT, 'dist', 'documentation')

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** The files that pages load, and where they are served. */
export interface Assets {
  /** By path; their names change with their content. */
  resources: ReadonlyMap<string, () => Promise<Resource>>
  /** The path of the file that was built from one of this name, such as `documentation.css`. */
  pathOf(name: string): string
}

/**
 * Finds the files that build.js has made for the pages.
 * @throws {Error} when they were not built
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
    pathOf(name) {
      const built = names.find((file) => file.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, '') === name)
      if (!built) throw new Error(`${name} was not built: run node build.js`)
      return `/docs/assets/${built}`
    },
  }
}
