import { dirname, join } from 'node:path/posix'
import { slugOf } from './read.ts'

/** Files that are shown as something else than a guide. */
const PAGES_OF_FILES: Record<string, string> = { 'schema.graphql': '/docs/graphql-reference' }

/**
 * The address of what a link in a guide leads to: guides and the schema are pages here, other hosts stay as they are; null for
 * files of the repository that are no page.
 * @param files of all guides
 */
export function addressOf(target: string, from: string, files: ReadonlySet<string>): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const file = join(dirname(from), path)
  const page = PAGES_OF_FILES[file] ?? (files.has(file) ? `/docs/${slugOf(file)}` : null)
  return page && (anchor ? `${page}#${anchor}` : page)
}
