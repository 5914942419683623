import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { CombinedError } from 'urql'
import { Button } from '../../components/button.tsx'
import { Failed, NothingMatches, Pending } from '../../components/states.tsx'
import { useMoreBeside } from '../../components/use-more-beside.ts'
import { count, number } from '../../formatting/format.ts'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import type { ChangeSearch } from '../../routing/answer-search.ts'
import { isFiltered, variablesOf, withoutFilters } from '../filters/result-filter.ts'
import { useResults } from '../list/use-results.ts'
import type { AnswerSource } from '../model/source.ts'
import { NO_ANSWER } from '../model/words.ts'
import styles from './answer-table.module.css'
import { type Cell, type PromptRow, promptRowsOf } from './cells.ts'

/** Results that are loaded at first, and with each click on “Show more”. */
const STEP = 1_000
/** Competitors that a cell names. */
const NAMES = 3

/** Shows who is mentioned where: a row for each prompt, a column for each provider. A cell leads to its answers. */
export function AnswerTable({
  source,
  runId,
  brand,
  providers,
  search,
  onSearch,
  edition,
  isRunning,
  recorded,
  empty,
}: {
  source: AnswerSource
  /** `databaseId` of the run, for links. */
  runId: string
  /** Name of the brand. */
  brand: string
  providers: readonly { token: string; label: string }[]
  search: AnswersSearch
  onSearch: ChangeSearch
  /** Changes when existing results were updated, for example by re-analysis. */
  edition: string
  /** Whether results are still arriving. */
  isRunning: boolean
  /** Number of results recorded so far. */
  recorded: number
  /** Shown when there are no results and no filters. */
  empty: ReactNode
}) {
  const [loaded, setLoaded] = useState(recorded)
  const [limit, setLimit] = useState(STEP)
  const { rows, total, error, isStale, list } = useResults(
    source,
    variablesOf({ ...search, order: undefined }, source),
    {
      edition: isRunning ? `running ${loaded}` : edition,
      isFresh: isRunning,
    },
  )
  const wanted = Math.min(total ?? 0, limit)
  useEffect(() => {
    if (rows.length > 0 && rows.length < wanted) list.want(rows.length)
  }, [rows.length, wanted, list])
  const prompts = useMemo(() => promptRowsOf(rows), [rows])
  // `client.query` only ever rejects with a `CombinedError`.
  if (error) return <Failed error={error as CombinedError} retry={list.retry} />
  if (total === null || (isStale && rows.length === 0))
    return <Pending error={undefined} retry={list.retry} height={480} />
  if (total === 0) {
    return isFiltered(search) ? (
      <NothingMatches what="answers" clear={() => onSearch(withoutFilters())} />
    ) : (
      empty
    )
  }
  const fresh = isRunning ? recorded - loaded : 0
  return (
    <>
      {fresh > 0 && <Button onClick={() => setLoaded(recorded)}>Show {fresh} new</Button>}
      <Grid
        prompts={prompts}
        providers={providers.filter(({ token }) => prompts.some(({ cells }) => cells.has(token)))}
        brand={brand}
        searchOf={(prompt, provider) => ({ ...search, run: runId, prompt, provider, view: undefined })}
      />
      {rows.length < total && (
        <p className={styles.more} role="status">
          {rows.length < wanted ? (
            `Loading ${number(rows.length)} of ${count(wanted, 'answer')} …`
          ) : (
            <>
              {count(prompts.length, 'prompt')} shown.{' '}
              <Button onClick={() => setLimit((before) => before + STEP)}>Show more</Button>
            </>
          )}
        </p>
      )}
    </>
  )
}

/** The table, which scrolls sideways on narrow screens. */
function Grid({
  prompts,
  providers,
  brand,
  searchOf,
}: {
  prompts: readonly PromptRow[]
  providers: readonly { token: string; label: string }[]
  brand: string
  /** Returns the search for the answers of a cell. */
  searchOf: (prompt: string, provider: string) => AnswersSearch
}) {
  const region = useRef<HTMLElement>(null)
  useMoreBeside(region)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section ref={region} className={styles.scroll} tabIndex={0} aria-label="Answers by prompt and provider">
      <table className={styles.table}>
        <caption className="visually-hidden">
          Who is mentioned, by prompt and provider. Each cell leads to its answers.
        </caption>
        <thead>
          <tr>
            <th scope="col">Prompt</th>
            {providers.map(({ token, label }) => (
              <th key={token} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prompts.map(({ promptId, text, cells }) => (
            <tr key={promptId ?? text}>
              <th scope="row">{text}</th>
              {providers.map(({ token }) => {
                const cell = cells.get(token)
                return (
                  <td key={token}>
                    {cell ? (
                      <AnswersLink search={searchOf(promptId ?? text, token)}>
                        <CellText cell={cell} brand={brand} />
                      </AnswersLink>
                    ) : (
                      <span className={styles.none}>not asked</span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CellText({ cell: { answers, named, others, status }, brand }: { cell: Cell; brand: string }) {
  if (answers === 0)
    return <span className={styles.none}>{NO_ANSWER[status === 'OK' ? 'FAILED' : status]}</span>
  const names = others.slice(0, NAMES).map(({ name }) => name)
  const more = others.length - names.length
  return (
    <>
      <span className={named > 0 ? styles.named : styles.none}>
        {named > 0 ? brand : 'not mentioned'}
        {named > 0 && answers > 1 && ` ${number(named)} of ${number(answers)}`}
      </span>
      {names.length > 0 && (
        <small>
          {names.join(', ')}
          {more > 0 && ` +${more}`}
        </small>
      )}
    </>
  )
}
