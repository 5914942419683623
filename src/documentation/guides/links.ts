import { dirname, join } from 'node:path/posix'
import { ORIGIN } from '../origin.ts'
import { slugOf } from './read.ts'

/** Files that are shown as something else than a guide. */
const PAGES_OF_FILES: Record<string, string> = { 'schema.graphql': '/docs/graphql-reference' }

/** Where a link of a guide leads. */
export interface Target {
  address: string
  /** The title of the page, where it is one of a guide. */
  title: string | null
}

/**
 * What a link in a guide leads to: guides and the schema are pages here, other hosts stay as they are; null for files of the
 * repository that are no page.
 * @param titles of all guides, by their files
 */
export function targetOf(link: string, from: string, titles: ReadonlyMap<string, string>): Target | null {
  if (link.startsWith(`${ORIGIN}/`)) return { address: link.slice(ORIGIN.length), title: null }
  if (/^(https?:|mailto:|#|\/)/.test(link)) return { address: link, title: null }
  const [path = '', anchor] = link.split('#')
  const file = join(dirname(from), path)
  const title = titles.get(file) ?? null
  const page = PAGES_OF_FILES[file] ?? (title === null ? null : `/docs/${slugOf(file)}`)
  return page === null ? null : { address: anchor ? `${page}#${anchor}` : page, title }
}
