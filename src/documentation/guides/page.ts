import type { GuideEntry } from '../navigation.ts'
import type { Page } from '../page.ts'
import { addressOf } from './links.ts'
import type { Guide } from './read.ts'
import { renderGuide } from './render.ts'

/** The page of a guide; `files` are those of all guides. */
export function guidePage(
  { slug, file, title: own, markdown }: Guide,
  { title = own, description }: GuideEntry,
  files: ReadonlySet<string>,
): Page {
  const path = `/docs/${slug}`
  return {
    path,
    title,
    description,
    layout: 'text',
    content: () =>
      renderGuide({
        source: markdown,
        path,
        title,
        addressOf: (target) => addressOf(target, file, files),
      }),
  }
}
