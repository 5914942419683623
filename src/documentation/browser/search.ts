import MiniSearch from 'minisearch'
import type { SearchFile } from '../search/create-index.ts'
import { INDEX_OPTIONS } from '../search/options.ts'
import { rankingOf } from '../search/ranking.ts'
import { resultOf } from './result.ts'

/** Results that are shown. */
const MOST = 12

interface Found {
  results: HTMLLIElement[]
  total: number
  /** Whether each has all words of the query. */
  complete: boolean
}
type Find = (query: string) => Found

/** Lets the search box find parts of pages: `/` focuses it, arrows move in the results, Enter opens one, Escape closes. */
export function runSearch(): void {
  const box = document.querySelector<HTMLElement>('.search')
  const input = box?.querySelector('input')
  const found = box?.querySelector<HTMLElement>('.found')
  const list = found?.querySelector('ol')
  const state = found?.querySelector<HTMLElement>('.state')
  if (!box || !input || !found || !list || !state) return
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
    found.hidden = query === ''
    if (query === '') return
    try {
      const matches = (await load())(query)
      // The text has changed while the index was loaded.
      if (query !== input.value.trim()) return
      list.replaceChildren(...matches.results)
      state.textContent = stateOf(query, matches)
    } catch {
      list.replaceChildren()
      state.textContent = 'The search cannot be loaded. Is the server running?'
    }
  }
  const close = () => {
    found.hidden = true
  }
  const links = () => [...list.querySelectorAll('a')]

  input.addEventListener('focus', () => void load().catch(() => {}))
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => void show())
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) close()
  })
  // A link to a part of the page that is shown leaves the page in place.
  list.addEventListener('click', close)
  box.addEventListener('keydown', (event) => {
    const all = [input, ...links()]
    const at = all.indexOf(document.activeElement as HTMLInputElement)
    if (event.key === 'Escape') {
      input.focus()
      // After the focus, which shows the results.
      close()
    } else if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') all[Math.max(at - 1, 0)]?.focus()
    else if (event.key === 'Enter' && at === 0) links()[0]?.click()
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

function stateOf(query: string, { total, complete }: Found): string {
  if (total === 0) return `Nothing matches “${query}”.`
  const results =
    total === 1 ? 'One result' : total > MOST ? `The first ${MOST} of ${total} results` : `${total} results`
  return complete ? results : `${results}, none with all these words`
}

async function loadIndex(): Promise<Find> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`the index answers ${response.status}`)
  const { parts, index } = (await response.json()) as SearchFile
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], INDEX_OPTIONS)
  const ranking = rankingOf(parts)
  return (query) => {
    const complete = search.search(query, ranking)
    const found = complete.length > 0 ? complete : search.search(query, { ...ranking, combineWith: 'OR' })
    const results = found.slice(0, MOST).flatMap(({ id, terms }) => {
      const part = parts[id as number]
      return part ? [resultOf(part, terms)] : []
    })
    return { results, total: found.length, complete: complete.length > 0 }
  }
}
