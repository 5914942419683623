import { basename } from 'node:path/posix'
import type { GuideEntry } from '../navigation.ts'
import type { Page } from '../page.ts'
import { targetOf } from './links.ts'
import type { Guide } from './read.ts'
import { renderGuide } from './render.ts'

/**
 * The page of a guide.
 * @param titles of all guides, by their files
 * @param asset the path of the built file of a name
 */
export function guidePage(
  { slug, file, title: own, markdown }: Guide,
  { title = own, description }: GuideEntry,
  { titles, asset }: { titles: ReadonlyMap<string, string>; asset: (name: string) => string },
): Page {
  const path = `/docs/${slug}`
  const render = () =>
    renderGuide({
      source: markdown,
      path,
      title,
      targetOf: (link) => targetOf(link, file, titles),
      pictureOf: (source) => asset(basename(source)),
    })
  return { path, title, description, layout: 'text', content: render, entries: () => render().entries }
}
