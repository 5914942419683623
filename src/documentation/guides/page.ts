import type { GuideEntry } from '../navigation.ts'
import type { Page } from '../page.ts'
import { targetOf } from './links.ts'
import type { Guide } from './read.ts'
import { renderGuide } from './render.ts'

/** The page of a guide; `titles` are those of all guides, by their files. */
export function guidePage(
  { slug, file, title: own, markdown }: Guide,
  { title = own, description }: GuideEntry,
  titles: ReadonlyMap<string, string>,
): Page {
  const path = `/docs/${slug}`
  const render = () =>
    renderGuide({ source: markdown, path, title, targetOf: (link) => targetOf(link, file, titles) })
  return { path, title, description, layout: 'text', content: render, entries: () => render().entries }
}
