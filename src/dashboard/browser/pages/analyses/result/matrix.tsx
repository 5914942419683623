import { useNavigate, useSearch } from '@tanstack/react-router'
import { country, number } from '../../../figures/format.ts'
import { Section } from '../../../parts/page-header.tsx'
import { Select } from '../../../parts/select.tsx'
import type { ShownAnalysis } from '../documents.ts'
import { AnalysisLink } from './analysis-link.tsx'
import { type Cell, cellsOf, type Rows, readCell, STATE_WORDS, UNIT_STATES } from './cells.ts'
import styles from './matrix.module.css'
import { useUnits } from './use-units.ts'

/** Up to this number of questions each is shown; reading more again and again would take too long. */
const MOST_UNITS = 2_000

/** Up to this number of questions a cell has a mark for each, otherwise a bar. */
const MOST_MARKS = 12

const HERE = '/organizations/$organizationId/projects/$projectId/analyses/$analysisId'

/** Each question by prompt or country and provider: what is answered so far, and whether the brand is named. */
export function Matrix({ analysis }: { analysis: ShownAnalysis }) {
  const { prompts, locations, replicates, providers, progress, brandName } = analysis
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const isShown = progress.total <= MOST_UNITS
  const { units, error } = useUnits(analysis.databaseId, progress.completed + progress.failed, isShown)
  const usual: Rows = prompts.length === 1 && locations.length > 1 ? 'countries' : 'prompts'
  const rows = search.rows ?? usual
  const each = (rows === 'prompts' ? locations.length : prompts.length) * replicates
  const cell = cellsOf(units, rows, each)
  const names = rows === 'prompts' ? prompts : locations
  if (!isShown) {
    return (
      <Section title="Each question">
        <p>Above {number(MOST_UNITS)} questions, the table by provider shows how far it is.</p>
      </Section>
    )
  }
  return (
    <Section
      title={`Where ${brandName} is named`}
      note="A mark is one question; a figure is how many of the answers name the brand. It opens them."
      actions={
        prompts.length > 1 &&
        locations.length > 1 && (
          <Select
            label="By"
            value={rows}
            choices={[
              { value: 'prompts', label: 'prompt' },
              { value: 'countries', label: 'country' },
            ]}
            onChange={(value) =>
              navigate({
                search: (old) => {
                  const wanted = value === 'countries' ? 'countries' : 'prompts'
                  return { ...old, rows: wanted === usual ? undefined : wanted }
                },
                replace: true,
                resetScroll: false,
              })
            }
          />
        )
      }
    >
      {error && <p role="alert">The marks cannot be brought up to date; the figures above are.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={`${styles.scroll} scroll-hint`} tabIndex={0} aria-label="Each question">
        <table className={styles.matrix}>
          <caption className="visually-hidden">What became of each question</caption>
          <thead>
            <tr>
              <th scope="col">{rows === 'prompts' ? 'Prompt' : 'Country'}</th>
              {providers.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  {rows === 'prompts' ? name : country(name)}
                </th>
                {providers.map(({ id, token, label }) => {
                  const counted = cell(name, token)
                  const part = rows === 'prompts' ? { prompt: name } : { location: name }
                  return (
                    <td key={id}>
                      <CellOf
                        cell={counted}
                        total={each}
                        label={`${name}, ${label}: ${readCell(counted)}`}
                        search={{ provider: token, ...part }}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className={styles.legend} aria-hidden="true">
        {UNIT_STATES.map((state) => (
          <li key={state}>
            <i data-state={state} /> {STATE_WORDS[state]}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CellOf({
  cell,
  total,
  label,
  search,
}: {
  cell: Cell
  total: number
  label: string
  search: Parameters<typeof AnalysisLink>[0]['search']
}) {
  const answered = cell.named + cell.notNamed + cell.refused
  const states = UNIT_STATES.flatMap((state) =>
    Array.from({ length: cell[state] }, (_, index) => ({ state, index })),
  )
  return (
    <span className={styles.cell}>
      {total <= MOST_MARKS ? (
        <span className={styles.marks} aria-hidden="true">
          {states.map(({ state, index }) => (
            <i key={`${state} ${index}`} data-state={state} />
          ))}
        </span>
      ) : (
        <span className={styles.bar} aria-hidden="true">
          {UNIT_STATES.map((state) => (
            <i key={state} data-state={state} style={{ width: `${(100 * cell[state]) / total}%` }} />
          ))}
        </span>
      )}
      {cell.waiting === total ? (
        <span className={styles.soft} title={label}>
          –<span className="visually-hidden">{label}</span>
        </span>
      ) : (
        <AnalysisLink
          search={search}
          label={answered === 0 ? `no answer: ${label}` : `${cell.named} of ${answered}: ${label}`}
        >
          {answered === 0 ? 'no answer' : `${cell.named} of ${answered}`}
        </AnalysisLink>
      )}
    </span>
  )
}
