import type { ReactNode } from 'react'
import { country, dayAndTime, dollars, number } from '../../figures/format.ts'
import type { Answer } from '../reading/answer.ts'
import type { Colours } from '../reading/colours.ts'
import { COST_SOURCES, LOCATION_APPLIED, SURFACES } from '../words.ts'
import styles from './answer-facts.module.css'
import { AnswerKind } from './answer-kind.tsx'
import { NamedEntities } from './named-entities.tsx'
import { Part } from './part.tsx'
import { Sources } from './sources.tsx'

/** What was read from an answer, and how it was had. */
export function AnswerFacts({
  answer,
  colours,
  onRaw,
}: {
  answer: Answer
  colours: Colours
  onRaw: () => void
}) {
  const { status, citations, searchQueries } = answer
  const cited = (citations ?? []).filter(({ kind }) => kind === 'CITED')
  const retrieved = (citations ?? []).filter(({ kind }) => kind === 'RETRIEVED')
  return (
    <aside className={styles.facts} aria-label="Facts of the answer">
      {status === 'OK' && <AnswerKind answer={answer} />}
      {status === 'OK' && <NamedEntities answer={answer} colours={colours} />}
      {status === 'OK' && (
        <Part title="Sources cited">
          <Sources sources={cited} answer={answer} none="It cites nothing." />
        </Part>
      )}
      {retrieved.length > 0 && (
        <Part title="Sources only listed">
          <Sources sources={retrieved} answer={answer} none="" />
        </Part>
      )}
      {searchQueries.length > 0 && (
        <Part title="Searched for">
          <ul className={styles.queries}>
            {searchQueries.map((query) => (
              <li key={query}>{query}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Asked">
        <Asked answer={answer} />
        <button type="button" className={styles.raw} onClick={onRaw}>
          What the provider sent
        </button>
      </Part>
      {status === 'OK' && (
        <Part title="Read by">
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
    surface,
    replicate,
    answeredAt,
    cost,
    usage,
    searched,
  } = answer
  const facts: [string, ReactNode][] = [
    ['Provider', provider.label],
    ['Model asked for', model.requested],
    ['Model reported', model.reported],
    ['Country', `${country(location)}${locationApplied ? `, ${LOCATION_APPLIED[locationApplied]}` : ''}`],
    ['Seen in', surface && SURFACES[surface]],
    ['Repetition', number(replicate)],
    ['Answered', answeredAt && dayAndTime(answeredAt)],
    ['Searched the web', searched === null ? null : searched ? 'yes' : 'no'],
    [
      'Cost',
      cost &&
        `${dollars(cost.usd)}, ${COST_SOURCES[cost.source]}${cost.priceAsOf ? ` of ${cost.priceAsOf}` : ''}`,
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
      rules, version {number(extractionVersion)} · <a href="/docs/answers">what this means</a>
      {judge && (
        <>
          <br />
          {judge.model} labelled {judge.judged} of the mentions; on {judge.agreed} of them the rules say the
          same · <a href="/docs/judge">judges</a>
        </>
      )}
    </p>
  )
}
