import { basename } from 'node:path/posix'
import type { GuideEntry } from '../foundation/navigation.ts'
import type { Page } from '../foundation/page.ts'
import { findTarget } from './links.ts'
import type { Guide } from './read.ts'
import { renderGuide } from './render.ts'

/**
 * Returns the page of a guide.
 * @param titles titles of all guides by file
 * @param asset returns the path of a built file from its original name
 */
export function createGuidePage(
  { slug, file, title: fileTitle, markdown }: Guide,
  { title = fileTitle, description }: GuideEntry,
  { titles, asset }: { titles: ReadonlyMap<string, string>; asset: (name: string) => string },
): Page {
  const path = `/docs/${slug}`
  const render = () =>
    renderGuide({
      source: markdown,
      path,
      title,
      findTarget: (link) => findTarget(link, file, titles),
      findPicture: (source) => asset(basename(source)),
    })
  return { path, title, description, layout: 'text', content: render, entries: () => render().entries }
}
