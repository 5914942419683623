import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { locationName } from '../../formatting/location.ts'
import type { AnswersSearch } from '../../routing/answer-search.ts'
import { askedFilter, filterOf } from '../filters/result-filter.ts'
import type { AnswerSource, Entity } from '../model/source.ts'
import { measuredPart, rateOf, SEEN_IN_ANALYSIS, SEEN_IN_RUN } from './read-seen.ts'
import { conditionOf, isWithoutAnswer, seenSentence } from './seen-sentence.ts'

/** Describes the listed answers in a sentence with counts. */
export function Seen({
  source,
  search,
  entities,
  providers,
  prompt,
  recorded,
}: {
  source: AnswerSource
  search: AnswersSearch
  entities: readonly Entity[]
  providers: readonly { token: string; label: string }[]
  /** Text of the prompt in the filter. */
  prompt: string | undefined
  /** Number of results recorded so far; the counts are fetched again when it grows. */
  recorded: number
}) {
  const counted = useCounted(source, search, recorded)
  const brand = entities.find(({ id }) => id === (search.entity ?? 'brand'))?.name ?? 'the brand'
  const words = {
    brand,
    provider:
      search.provider && (providers.find(({ token }) => token === search.provider)?.label ?? search.provider),
    country: search.location && locationName(search.location),
    prompt: search.prompt && (prompt ?? 'one prompt'),
  }
  // Keeps the height of the line while loading.
  return <span role="status">{counted ? seenSentence(search, words, counted) : '\u00A0'}</span>
}

function useCounted(source: AnswerSource, search: AnswersSearch, recorded: number) {
  const condition = conditionOf(search)
  const variables = {
    id: source.id,
    asked: { ...askedFilter(search, source), status: 'OK' },
    met: {
      ...filterOf(search, source),
      entityId: search.entity ?? 'brand',
      ...(condition.is === 'named' && { mentioned: condition.holds }),
    },
    ...measuredPart(search),
  } as const
  const [ofRun, readRun] = useQuery({
    query: SEEN_IN_RUN,
    variables,
    pause: source.kind !== 'run',
  })
  const [ofAnalysis, readAnalysis] = useQuery({
    query: SEEN_IN_ANALYSIS,
    variables,
    pause: source.kind !== 'analysis',
  })
  const counted = useRef(recorded)
  useEffect(() => {
    if (counted.current === recorded) return
    counted.current = recorded
    const read = source.kind === 'run' ? readRun : readAnalysis
    read({ requestPolicy: 'network-only' })
  }, [recorded, source.kind, readRun, readAnalysis])
  const results = source.kind === 'run' ? ofRun.data?.run : ofAnalysis.data?.asyncAnalysis
  if (!results?.met || !results.asked) return null
  const rate = rateOf(results.metrics?.[0], search)
  if (rate) return { numerator: rate.numerator, denominator: rate.denominator, rate }
  return {
    numerator: results.met.totalCount,
    denominator: isWithoutAnswer(condition) ? null : results.asked.totalCount,
    rate: null,
  }
}
