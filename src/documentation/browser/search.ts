import MiniSearch from 'minisearch'
import type { SearchFile } from '../search/create-index.ts'
import { INDEX_OPTIONS } from '../search/options.ts'
import { createRanking } from '../search/ranking.ts'
import { createResult } from './result.ts'

const MAX_RESULTS = 12

interface Matches {
  results: HTMLLIElement[]
  total: number
  /** Whether each result contains all words of the query. */
  complete: boolean
}
type Find = (query: string) => Matches

/**
 * Starts the search box. `/` focuses the box, the arrow keys move through the results, Enter opens a result, and Escape
 * closes the list.
 */
export function startSearch(): void {
  const box = document.querySelector<HTMLElement>('.search')
  const input = box?.querySelector('input')
  const panel = box?.querySelector<HTMLElement>('.found')
  const list = panel?.querySelector('ol')
  const state = panel?.querySelector<HTMLElement>('.state')
  if (!box || !input || !panel || !list || !state) return
  box.classList.add('ready')

  let loaded: Promise<Find> | undefined
  const load = () => {
    loaded ??= loadIndex().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  const show = async () => {
    const query = input.value.trim()
    panel.hidden = query === ''
    if (query === '') return
    try {
      const matches = (await load())(query)
      // The query may have changed while the index was loading.
      if (query !== input.value.trim()) return
      list.replaceChildren(...matches.results)
      state.textContent = describeState(query, matches)
    } catch {
      list.replaceChildren()
      state.textContent = 'The search index could not be loaded. Is the server running?'
    }
  }
  const close = () => {
    panel.hidden = true
  }
  const links = () => [...list.querySelectorAll('a')]

  input.addEventListener('focus', () => void load().catch(() => {}))
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => void show())
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) close()
  })
  // A link to a section of the current page does not load a new page, so the list must be closed here.
  list.addEventListener('click', close)
  box.addEventListener('keydown', (event) => {
    const all = [input, ...links()]
    const index = all.indexOf(document.activeElement as HTMLInputElement)
    if (event.key === 'Escape') {
      input.focus()
      // Only after focusing, because focus opens the list.
      close()
    } else if (event.key === 'ArrowDown') all[Math.min(index + 1, all.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') all[Math.max(index - 1, 0)]?.focus()
    else if (event.key === 'Enter' && index === 0) links()[0]?.click()
    else return
    event.preventDefault()
  })
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const typing = target instanceof HTMLElement && /^(input|textarea|select)$/i.test(target.tagName)
    if (key !== '/' || ctrlKey || metaKey || altKey || typing) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

function describeState(query: string, { total, complete }: Matches): string {
  if (total === 0) return `No results for “${query}”.`
  const results =
    total === 1
      ? 'One result'
      : total > MAX_RESULTS
        ? `The first ${MAX_RESULTS} of ${total} results`
        : `${total} results`
  return complete ? results : `${results}, but none with all of these words`
}

async function loadIndex(): Promise<Find> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`GET /docs/search.json returned status ${response.status}`)
  const { parts, index } = (await response.json()) as SearchFile
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], INDEX_OPTIONS)
  const ranking = createRanking(parts)
  return (query) => {
    const complete = search.search(query, ranking)
    const matches = complete.length > 0 ? complete : search.search(query, { ...ranking, combineWith: 'OR' })
    const results = matches.slice(0, MAX_RESULTS).flatMap(({ id, terms }) => {
      const part = parts[id as number]
      return part ? [createResult(part, terms)] : []
    })
    return { results, total: matches.length, complete: complete.length > 0 }
  }
}
