import type { ReactNode } from 'react'
import { dayAndTime, dollars, number } from '../../formatting/format.ts'
import { locationName } from '../../formatting/location.ts'
import { type Answer, trackedName } from '../model/answer.ts'
import type { Colors } from '../model/colors.ts'
import {
  ASKER_ACCOUNTS,
  COST_SOURCES,
  LOCATION_APPLIED,
  PERSONA_APPLIED,
  SEARCH_MODES,
  SURFACES,
} from '../model/words.ts'
import styles from './answer-facts.module.css'
import { AnswerKind } from './answer-kind.tsx'
import { NamedEntities } from './named-entities.tsx'
import { Part } from './part.tsx'
import { Placements } from './placements.tsx'
import { Sources } from './sources.tsx'

/** Shows what was extracted from an answer, and how the answer was obtained. */
export function AnswerFacts({
  answer,
  colors,
  onRaw,
}: {
  answer: Answer
  colors: Colors
  onRaw: () => void
}) {
  const { status, citations, searchQueries, placements } = answer
  const cited = (citations ?? []).filter(({ kind }) => kind === 'CITED')
  const retrieved = (citations ?? []).filter(({ kind }) => kind === 'RETRIEVED')
  return (
    <aside className={styles.facts} aria-label="Answer details">
      {status === 'OK' && <AnswerKind answer={answer} />}
      {status === 'OK' && <NamedEntities answer={answer} colors={colors} />}
      {status === 'OK' && (
        <Part title="Cited sources">
          <Sources sources={cited} answer={answer} none="No sources cited." />
        </Part>
      )}
      {retrieved.length > 0 && (
        <Part title="Listed, not cited">
          <Sources sources={retrieved} answer={answer} none="" />
        </Part>
      )}
      {placements && placements.length > 0 && (
        <Part title="Shown next to the text">
          <Placements placements={placements} nameOf={(id) => trackedName(answer, id)} />
        </Part>
      )}
      {searchQueries.length > 0 && (
        <Part title="Web searches">
          <ul className={styles.queries}>
            {searchQueries.map((query) => (
              <li key={query}>{query}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Request">
        <Asked answer={answer} />
        <button type="button" className={styles.raw} onClick={onRaw}>
          View raw response
        </button>
      </Part>
      {status === 'OK' && (
        <Part title="Analysis">
          <ReadBy answer={answer} />
        </Part>
      )}
    </aside>
  )
}

function Asked({ answer }: { answer: Answer }) {
  const {
    provider,
    model,
    location,
    locationApplied,
    persona,
    asker,
    languageApplied,
    cityApplied,
    surface,
    replicate,
    answeredAt,
    cost,
    usage,
    searchMode,
    searched,
  } = answer
  const facts: [string, ReactNode][] = [
    ['Provider', provider.label],
    ['Requested model', model.requested],
    ['Reported model', model.reported],
    [
      'Country',
      `${locationName(location)}${locationApplied ? `, ${LOCATION_APPLIED[locationApplied]}` : ''}`,
    ],
    ['Language', languageApplied && LOCATION_APPLIED[languageApplied]],
    ['Persona', persona && `${persona}${asker ? `, ${PERSONA_APPLIED[asker.persona]}` : ''}`],
    ['Asked by', asker && ASKER_ACCOUNTS[asker.account]],
    ['City', cityApplied && LOCATION_APPLIED[cityApplied]],
    ['Surface', surface && SURFACES[surface]],
    ['Repetition', number(replicate)],
    ['Answered', answeredAt && dayAndTime(answeredAt)],
    [
      'Web search',
      searched === null
        ? null
        : `${searched ? 'yes' : 'no'}${searchMode ? `, ${SEARCH_MODES[searchMode]}` : ''}`,
    ],
    [
      'Cost',
      cost &&
        `${dollars(cost.usd)}, ${COST_SOURCES[cost.source]}${cost.priceAsOf ? `, price as of ${cost.priceAsOf}` : ''}`,
    ],
    [
      'Tokens',
      usage && (usage.inputTokens !== null || usage.outputTokens !== null)
        ? `${number(usage.inputTokens)} in, ${number(usage.outputTokens)} out`
        : null,
    ],
  ]
  return (
    <dl className={styles.asked}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function ReadBy({ answer: { extractionVersion, judge } }: { answer: Answer }) {
  return (
    <p>
      Analysis rules version {number(extractionVersion)} · <a href="/docs/answers">how it works</a>
      {judge && (
        <>
          <br />
          {judge.model} labeled {judge.judged} mentions and agreed with the rules on {judge.agreed} of them ·{' '}
          <a href="/docs/judge">how judges work</a>
        </>
      )}
    </p>
  )
}
