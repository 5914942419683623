import { count, number } from '../../figures/format.ts'
import { useProject } from '../../frame/project-frame.tsx'
import { PromptAnswers } from './prompt-answers.tsx'
import type { MeasuredPrompt } from './prompt-list.ts'
import styles from './prompts.module.css'
import { ORDERS, type PromptsSearch } from './search.ts'

/** Which question is lost most often, and how many prompts there are. */
export function Lead({
  first,
  order,
  prompts,
  limit,
}: {
  /** The first prompt of the list. */
  first: MeasuredPrompt | undefined
  order: PromptsSearch['order']
  /** How many the project has; null until it is known. */
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
          – {number(lost.numerator)} of {count(lost.denominator, 'answer')} name two competitors or more and
          not {analysisBrandName}.{' '}
        </>
      )}
      <span className={styles.soft}>
        {prompts === null ? '\u00a0' : `${count(prompts, 'prompt')} of ${number(limit)} in your plan.`}
      </span>
    </>
  )
}
