import { RateCell } from '../../charts/rate.tsx'
import { CountOf } from './figure-columns.tsx'
import type { MeasuredPrompt } from './list/prompt-list.ts'
import { PromptAnswers } from './prompt-answers.tsx'
import styles from './prompts.module.css'
import { TextCell } from './text-cell.tsx'

/** A prompt on narrow screens, with its mention and loss rates below its text. */
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
              <span>mentioned</span> <RateCell rate={metrics.summary.mentionRate} />
            </PromptAnswers>
            <PromptAnswers prompt={prompt} search={{ named: 'no' }}>
              <span>lost</span> <CountOf rate={metrics.summary.lostRate} />
            </PromptAnswers>
          </>
        ) : (
          <span>not asked yet</span>
        )}
      </p>
    </div>
  )
}
