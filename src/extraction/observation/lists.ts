import type { ListBlock } from '../document/document.ts'
import type { ListObservation, Mention } from '../foundation/observation.ts'
import { firstEndingAfter } from '../text/spans.ts'

/** Returns the lists of an answer and the entities in each of their items. `mentions` are in ascending order. */
export function observeLists(lists: readonly ListBlock[], mentions: readonly Mention[]): ListObservation[] {
  // Sections and paragraphs can rank entities, but a reader would not call them lists.
  const shown = lists.filter(({ kind }) => kind !== 'sections' && kind !== 'paragraphs')
  return shown.map((list) => ({
    items: list.items.map(({ start, end }) => {
      const entities = new Set<number>()
      let index = firstEndingAfter(mentions, start)
      for (let mention = mentions[index]; mention && mention.start < end; mention = mentions[index]) {
        if (!mention.denied) entities.add(mention.entity)
        index += 1
      }
      return { start, end, entities: [...entities] }
    }),
  }))
}
