import { Section } from '../../../components/page-header.tsx'
import { count, decimal, number } from '../../../formatting/format.ts'
import { locationName } from '../../../formatting/location.ts'
import { ProviderTable } from '../../../progress/provider-table.tsx'
import styles from './analysis.module.css'
import { AnalysisLink } from './analysis-link.tsx'
import type { ShownAnalysis } from './documents.ts'

/** Number of prompts shown before expanding the list. */
const SHOWN = 5

type Stop = NonNullable<ShownAnalysis['stopWhen']>
type Rounds = NonNullable<ShownAnalysis['rounds']>

const STOPPED = {
  NARROW_ENOUGH: 'target precision reached',
  AT_MOST: 'maximum repetitions reached',
  NO_ANSWER: 'the last round had no answers',
  CANCELLED: 'canceled',
} as const satisfies Record<NonNullable<Rounds['stopped']>, string>

/** Describes the progress of an analysis in rounds, and why it stopped. */
function roundsSentence({ halfWidth, atMost }: Stop, rounds: Rounds): string {
  const aim = `Asked in rounds until the mention rate is precise to ± ${number(Math.round(1000 * halfWidth) / 10)} points, at most ${count(atMost, 'time')}`
  const now = rounds.halfWidth === null ? '' : `, now to ± ${decimal(100 * rounds.halfWidth)} points`
  return `${aim}: ${count(rounds.begun, 'round')}${now}${rounds.stopped ? `; ${STOPPED[rounds.stopped]}` : ''}.`
}

/** Shows the prompts and settings of an analysis, and the outcomes by provider. */
export function Asked({ analysis }: { analysis: ShownAnalysis }) {
  const {
    promptTexts: prompts,
    locations,
    personas,
    replicates,
    stopWhen,
    rounds,
    providerProgress,
  } = analysis
  return (
    <>
      <Section
        title="Prompts"
        note={`Asked from ${locations.map(locationName).join(', ')}${personas.length > 0 ? ` as ${personas.map(({ name }) => name).join(', ')}` : ''}${replicates === 1 ? '' : `, ${count(replicates, 'time')} each`}.${stopWhen && rounds ? ` ${roundsSentence(stopWhen, rounds)}` : ''}`}
      >
        <ol className={styles.prompts}>
          {prompts.slice(0, SHOWN).map((prompt) => (
            <li key={prompt}>{prompt}</li>
          ))}
        </ol>
        {prompts.length > SHOWN && (
          <details className={styles.rest}>
            <summary>{count(prompts.length - SHOWN, 'more prompt')}</summary>
            <ol className={styles.prompts} start={SHOWN + 1}>
              {prompts.slice(SHOWN).map((prompt) => (
                <li key={prompt}>{prompt}</li>
              ))}
            </ol>
          </details>
        )}
      </Section>
      <Section
        title="Questions by outcome"
        note="Percentages are shares of the answers: refusals, “not shown” and failed questions are not among them. Failed questions are refunded."
      >
        <ProviderTable
          rows={providerProgress ?? []}
          open={(search, content) => <AnalysisLink search={search}>{content}</AnalysisLink>}
        />
      </Section>
    </>
  )
}
