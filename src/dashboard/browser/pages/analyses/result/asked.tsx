import { count, country, decimal, number } from '../../../figures/format.ts'
import { Section } from '../../../parts/page-header.tsx'
import { ProviderTable } from '../../../progress/provider-table.tsx'
import styles from '../analysis.module.css'
import type { ShownAnalysis } from '../documents.ts'
import { AnalysisLink } from './analysis-link.tsx'

/** Prompts that are shown at once; all are one press away. */
const SHOWN = 5

type Stop = NonNullable<ShownAnalysis['stopWhen']>
type Rounds = NonNullable<ShownAnalysis['rounds']>

const STOPPED = {
  NARROW_ENOUGH: 'certain enough',
  AT_MOST: 'asked as often as wanted',
  NO_ANSWER: 'nothing was answered in the last one',
  CANCELLED: 'cancelled',
} as const satisfies Record<NonNullable<Rounds['stopped']>, string>

/** How far asking in rounds is, and why it stopped. */
function roundsSentence({ halfWidth, atMost }: Stop, rounds: Rounds): string {
  const aim = `Asked in rounds until the mention rate is certain to ± ${number(Math.round(1000 * halfWidth) / 10)} points, at most ${count(atMost, 'time')}`
  const now = rounds.halfWidth === null ? '' : `, now to ± ${decimal(100 * rounds.halfWidth)} points`
  return `${aim}: ${count(rounds.begun, 'round')}${now}${rounds.stopped ? `; ${STOPPED[rounds.stopped]}` : ''}.`
}

/** What was asked, of whom, and what became of it. */
export function Asked({ analysis }: { analysis: ShownAnalysis }) {
  const { prompts, locations, replicates, stopWhen, rounds, providerProgress } = analysis
  return (
    <>
      <Section
        title="What was asked"
        note={`From ${locations.map(country).join(', ')}; each question ${replicates === 1 ? 'once' : count(replicates, 'time')}.${stopWhen && rounds ? ` ${roundsSentence(stopWhen, rounds)}` : ''}`}
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
        title="What became of the questions"
        note="A refusal is an answer without the brand; not shown and failed are left out of all shares, and failed ones are paid back."
      >
        <ProviderTable
          rows={providerProgress ?? []}
          open={(search, content) => <AnalysisLink search={search}>{content}</AnalysisLink>}
        />
      </Section>
    </>
  )
}
