import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A Markdown file with a page in the documentation. */
export interface Guide {
  /** The last part of the page's path: the file's name in lower case, without `.md`. */
  slug: string
  /** Path relative to the root of the repository, with `/`. */
  file: string
  title: string
  /** The text without the title line. */
  markdown: string
}

/** Guides outside of `docs/`. */
const FILES_AT_THE_ROOT = ['README.md', 'CONTRIBUTING.md']

/**
 * Reads `docs/*.md` in alphabetical order, then README.md and CONTRIBUTING.md.
 * @throws {Error} if a file does not start with a title (`# …`)
 */
export function readGuides(root: string): Guide[] {
  const files = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`)
  return [...files, ...FILES_AT_THE_ROOT.filter((name) => existsSync(join(root, name)))].map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const [line = ''] = text.split('\n', 1)
    if (!line.startsWith('# ')) throw new Error(`${file} does not start with a title such as "# Operations"`)
    return { slug: toSlug(file), file, title: line.slice(2).trim(), markdown: text.slice(line.length) }
  })
}

/** Returns the last part of the path of a guide's page. */
export function toSlug(file: string): string {
  return basename(file, '.md').toLowerCase()
}
