import { RateCell } from '../../figures/rate.tsx'
import { Lost } from './figure-columns.tsx'
import { PromptAnswers } from './prompt-answers.tsx'
import type { MeasuredPrompt } from './prompt-list.ts'
import styles from './prompts.module.css'
import { TextCell } from './text-cell.tsx'

/** A prompt on a narrow screen: its text, and below it the figures that say whether it is lost. */
export function PromptCard({ prompt }: { prompt: MeasuredPrompt }) {
  const { metrics, active } = prompt
  return (
    <div className={styles.card}>
      <TextCell prompt={prompt} />
      <p className={styles.cardFigures}>
        {!active && <span>inactive</span>}
        {metrics ? (
          <>
            <PromptAnswers prompt={prompt}>
              <span>named</span> <RateCell rate={metrics.summary.mentionRate} />
            </PromptAnswers>
            <PromptAnswers prompt={prompt} search={{ named: 'no' }}>
              <span>lost</span> <Lost rate={metrics.summary.lostRate} />
            </PromptAnswers>
          </>
        ) : (
          <span>not asked yet</span>
        )}
      </p>
    </div>
  )
}
