import { dirname, join } from 'node:path/posix'
import { ORIGIN } from '../foundation/origin.ts'
import { toSlug } from './read.ts'

/** Files with a page that is not a guide. */
const PAGES_OF_FILES: Record<string, string> = { 'schema.graphql': '/docs/graphql-reference' }

/** Where a link of a guide leads. */
export interface Target {
  address: string
  /** The title of the page if it is a guide. */
  title: string | null
}

/**
 * Returns where a link in a guide leads. Links to guides and to the schema lead to their pages; links to other hosts stay
 * unchanged. Returns null for files of the repository that have no page.
 * @param titles titles of all guides by file
 */
export function findTarget(link: string, from: string, titles: ReadonlyMap<string, string>): Target | null {
  if (link.startsWith(`${ORIGIN}/`)) return { address: link.slice(ORIGIN.length), title: null }
  if (/^(https?:|mailto:|#|\/)/.test(link)) return { address: link, title: null }
  const [path = '', anchor] = link.split('#')
  const file = join(dirname(from), path)
  const title = titles.get(file) ?? null
  const page = PAGES_OF_FILES[file] ?? (title === null ? null : `/docs/${toSlug(file)}`)
  return page === null ? null : { address: anchor ? `${page}#${anchor}` : page, title }
}
