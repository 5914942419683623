import { useNavigate, useSearch } from '@tanstack/react-router'
import { Section } from '../../../components/page-header.tsx'
import { Select } from '../../../components/select.tsx'
import { number } from '../../../formatting/format.ts'
import { locationName } from '../../../formatting/location.ts'
import { AnalysisLink } from './analysis-link.tsx'
import { type Cell, cellsOf, type Rows, readCell, STATE_WORDS, UNIT_STATES } from './cells.ts'
import type { ShownAnalysis } from './documents.ts'
import styles from './matrix.module.css'
import { useUnits } from './use-units.ts'

/** Maximum number of questions shown individually. Fetching more repeatedly would take too long. */
const MAX_UNITS = 2_000

/** Maximum number of questions per cell with individual marks. Cells with more show a bar. */
const MAX_MARKS = 12

const HERE = '/organizations/$organizationId/projects/$projectId/analyses/$analysisId'

/**
 * A table of all questions by prompt or country and provider. It shows the progress and whether the brand is mentioned.
 */
export function Matrix({ analysis }: { analysis: ShownAnalysis }) {
  const { promptTexts: prompts, locations, personas, replicates, providers, progress, brandName } = analysis
  const search = useSearch({ from: HERE })
  const navigate = useNavigate({ from: HERE })
  const isShown = progress.total <= MAX_UNITS
  const { units, error } = useUnits(analysis.databaseId, progress.completed + progress.failed, isShown)
  const usual: Rows = prompts.length === 1 && locations.length > 1 ? 'countries' : 'prompts'
  const rows = search.rows ?? usual
  const each =
    (rows === 'prompts' ? locations.length : prompts.length) * Math.max(1, personas.length) * replicates
  const cell = cellsOf(units, rows, each)
  const names = rows === 'prompts' ? prompts : locations
  if (!isShown) {
    return (
      <Section title="Questions">
        <p>For more than {number(MAX_UNITS)} questions, see the progress by provider below.</p>
      </Section>
    )
  }
  return (
    <Section
      title={`Where ${brandName} is mentioned`}
      note="Each mark is one question. The numbers count the answers that mention the brand and link to them."
      actions={
        prompts.length > 1 &&
        locations.length > 1 && (
          <Select
            label="Group by"
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
      {error && <p role="alert">The marks could not be updated. The numbers above are current.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={`${styles.scroll} scroll-hint`} tabIndex={0} aria-label="Questions">
        <table className={styles.matrix}>
          <caption className="visually-hidden">Outcome of each question</caption>
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
                  {rows === 'prompts' ? name : locationName(name)}
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
      {total <= MAX_MARKS ? (
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
