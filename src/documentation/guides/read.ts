import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A Markdown file that is a page. */
export interface Guide {
  /** The file's name in lower case without `.md`: the last part of the page's path. */
  slug: string
  /** Path below the root of the repository, with `/`. */
  file: string
  title: string
  /** Without the line of the title. */
  markdown: string
}

/** Files outside of `docs/` that are guides as well. */
const FILES_AT_THE_ROOT = ['README.md', 'CONTRIBUTING.md']

/**
 * Reads `docs/*.md`, README.md and CONTRIBUTING.md of the folder, ordered by their names.
 * @throws {Error} when one does not begin with a title (`# …`)
 */
export function readGuides(root: string): Guide[] {
  const files = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`)
  return [...files, ...FILES_AT_THE_ROOT.filter((name) => existsSync(join(root, name)))].map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const [line = ''] = text.split('\n', 1)
    if (!line.startsWith('# ')) throw new Error(`${file} does not begin with a title, such as "# Operations"`)
    return { slug: slugOf(file), file, title: line.slice(2).trim(), markdown: text.slice(line.length) }
  })
}

/** The last part of the path of a guide's page. */
export function slugOf(file: string): string {
  return basename(file, '.md').toLowerCase()
}
