import { count, number } from '../../formatting/format.ts'
import { useProject } from '../../layout/project-frame.tsx'
import type { MeasuredPrompt } from './list/prompt-list.ts'
import { ORDERS, type PromptsSearch } from './list/search.ts'
import { PromptAnswers } from './prompt-answers.tsx'
import styles from './prompts.module.css'

/** Names the prompt that is lost most often and counts the prompts. */
export function Lead({
  first,
  order,
  prompts,
  limit,
}: {
  /** The first prompt of the list. */
  first: MeasuredPrompt | undefined
  order: PromptsSearch['order']
  /** Number of prompts in the project; null while loading. */
  prompts: number | null
  limit: number
}) {
  const { analysisBrandName } = useProject()
  const lost = (order ?? ORDERS[0]) === ORDERS[0] ? first?.metrics?.summary.lostRate : undefined
  return (
    <>
      {first && lost && lost.numerator > 0 && (
        <>
          Lost most often:{' '}
          <PromptAnswers prompt={first} search={{ named: 'no' }}>
            <q className={styles.question}>{first.text}</q>
          </PromptAnswers>{' '}
          – {number(lost.numerator)} of {count(lost.denominator, 'answer')} mention two or more competitors
          but not {analysisBrandName}.{' '}
        </>
      )}
      <span className={styles.soft}>
        {prompts === null ? '\u00a0' : `${count(prompts, 'prompt')} of ${number(limit)} in your plan.`}
      </span>
    </>
  )
}
