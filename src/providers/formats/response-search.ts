import type { CitationList } from '../parsing/citation-list.ts'
import { actionSchema, type ResponseAction, type ResponseItem } from './response-body.ts'

/** The searches of a response. */
export interface Searches {
  queries: Set<string>
  /** Number of billed searches, without opened pages and failed calls. */
  count: number
  searched: boolean
}

const SEARCH_ITEMS = /^(web_search|web_search_preview|x_search)_call$/
/** Tools that xAI runs itself. Their calls can look like calls of any other tool. */
const SEARCH_TOOLS = /^(web_search|browse_page|x_(keyword|semantic|user)_search|x_thread_fetch)/
const ACTIONS = new Set(['search', 'open_page', 'find_in_page', 'find', 'open'])

/**
 * Reads an item about a search.
 * @returns false for any other item
 */
export function readSearch(
  item: ResponseItem,
  reading: { citations: CitationList; searches: Searches; unrecognized: Set<string> },
): boolean {
  const { type, name, status, results } = item
  const ofTool = /^(custom_tool|function)_call$/.test(type ?? '') && SEARCH_TOOLS.test(name ?? '')
  if (!SEARCH_ITEMS.test(type ?? '') && !ofTool) return false
  const { citations, searches, unrecognized } = reading
  const action = item.action ?? actionIn(item.arguments) ?? actionIn(item.input)
  const sources = [...(action?.sources ?? []), ...results]
  if (action?.type != null && !ACTIONS.has(action.type)) unrecognized.add(`action.${action.type}`)
  for (const query of [...(action?.queries ?? []), action?.query]) if (query) searches.queries.add(query)
  for (const source of sources) citations.retrieved(source)
  const done = (status !== 'failed' && status !== 'incomplete') || sources.length > 0
  if (!done) return true
  searches.searched = true
  if (isSearch(action)) searches.count += 1
  else if (action?.url) citations.retrieved({ url: action.url, title: null })
  return true
}

/** Older bodies do not report the action of a search. */
function isSearch(action: ResponseAction | null): boolean {
  if (action === null) return true
  return action.type === 'search' || (action.type === null && action.url === null)
}

function actionIn(written: string | null): ResponseAction | null {
  try {
    return actionSchema.parse(JSON.parse(written ?? 'null'))
  } catch {
    return null
  }
}
