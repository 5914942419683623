import type { AnswersSearch } from '../../routing/answer-search.ts'
import type { ResultVariables } from '../list/read-results.ts'
import type { AnswerSource } from '../model/source.ts'

/** Search parameters that exclude answers. `run`, `order`, `answer` and `compare` do not. */
export const FILTERING = [
  'provider',
  'location',
  'tag',
  'prompt',
  'named',
  'recommended',
  'sentiment',
  'absence',
  'placed',
  'persona',
  'domain',
  'url',
  'listedDomain',
  'listedUrl',
  'kind',
  'q',
] as const satisfies readonly (keyof AnswersSearch)[]

/** Search parameters about what an answer says about one brand. */
export const ABOUT_ENTITY = ['named', 'recommended', 'sentiment', 'absence', 'placed'] as const

/** Whether a filter is set. */
export function isFiltered(search: AnswersSearch): boolean {
  return FILTERING.some((name) => search[name] !== undefined)
}

/** Returns the view of the answers page. Links to certain answers open the list, everything else the table. */
export function viewOf(search: AnswersSearch): 'table' | 'list' {
  return search.view ?? (isFiltered(search) || search.order || search.answer ? 'list' : 'table')
}

/** Returns the parameters that remove all filters. The run and the open answer are kept. */
export function withoutFilters(): AnswersSearch {
  return Object.fromEntries([...FILTERING, 'entity'].map((name) => [name, undefined]))
}

const SENTIMENT = {
  positive: 'POSITIVE',
  mixed: 'MIXED',
  neutral: 'NEUTRAL',
  negative: 'NEGATIVE',
} as const
const KIND = {
  recommendation: 'RECOMMENDATION',
  comparison: 'COMPARISON',
  howto: 'HOWTO',
  fact: 'FACT',
  other: 'OTHER',
} as const
const ABSENCE = {
  notNamed: 'NOT_NAMED',
  denied: 'DENIED',
  refused: 'REFUSED',
  notShown: 'NOT_SHOWN',
  failed: 'FAILED',
} as const
/** Converts a search to the arguments of `results`. */
export function variablesOf(search: AnswersSearch, source: AnswerSource): ResultVariables {
  return { filter: filterOf(search, source), orderBy: search.order ?? 'RUN_ASC' }
}

type ResultFilter = NonNullable<ResultVariables['filter']>

/** Converts the conditions of a search to a filter. */
export function filterOf(search: AnswersSearch, source: AnswerSource): ResultFilter {
  const { entity, named, recommended, sentiment, absence } = search
  const isAboutEntity = ABOUT_ENTITY.some((name) => search[name] !== undefined)
  return {
    ...askedFilter(search, source),
    entityId: isAboutEntity ? (entity ?? null) : null,
    mentioned: named === undefined ? null : named === 'yes',
    recommended: recommended === undefined ? null : recommended === 'yes',
    sentiment: sentiment ? SENTIMENT[sentiment] : null,
    absence: absence ? ABSENCE[absence] : null,
    placed: search.placed ? true : null,
  }
}

/** Same, without the conditions about a brand. This is the base that a condition's share refers to. */
export function askedFilter(search: AnswersSearch, source: AnswerSource): ResultFilter {
  const { prompt = null, tag = null } = search
  return {
    provider: search.provider ?? null,
    location: search.location ?? null,
    // The prompts of an analysis have no ids or tags, so its search holds prompt texts.
    ...(source.kind === 'run' ? { promptId: prompt, tag } : { promptText: prompt }),
    citedDomain: search.domain ?? null,
    citedUrl: search.url ?? null,
    retrievedDomain: search.listedDomain ?? null,
    retrievedUrl: search.listedUrl ?? null,
    answerKind: search.kind ? KIND[search.kind] : null,
    persona: search.persona ?? null,
    // The server accepts at most 200 characters.
    q: search.q?.trim().slice(0, 200) || null,
  }
}
