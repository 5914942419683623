import { type BatchRecord, shownStatus } from '../../batches/row.ts'
import { isFinal } from '../../foundation/batch-status.ts'
import type { Figures } from '../../foundation/figures.ts'
import type { Outcome } from '../foundation/answer-facts.ts'
import type { ReportFacts } from '../foundation/facts.ts'
import { name } from '../foundation/markdown.ts'

/** Renders the title, the time and size of the batch, and a warning if answers are simulated. */
export function opening({ batch, answers, summary, figures }: ReportFacts): string {
  const { counted } = figures
  const cancelled = sum(answers.outcomes.filter(({ errorCode }) => errorCode === 'CANCELLED'))
  const lines = [
    `# How AI answers talk about ${name(batch.brandName)}`,
    `${title(batch)} ${state(figures, batch, cancelled)}`,
  ]
  if (summary)
    lines.push(
      `Based on ${counted(summary.sample.answers, 'answer')} to ${counted(summary.sample.prompts, 'prompt')}.`,
    )
  return [lines[0], lines.slice(1).join(' '), ...simulation(figures, answers.outcomes)].join('\n\n')
}

function title({ kind, trigger, id, analysisId }: BatchRecord): string {
  if (kind === 'async') return `Async analysis ${analysisId}`
  return `Run ${id}, started ${trigger === 'schedule' ? 'by the weekly schedule' : 'manually'},`
}

/** @param cancelled number of questions that ended because of the cancellation; they count as failed */
function state({ counted, minute }: Figures, batch: BatchRecord, cancelled: number): string {
  const { status, finishedAt, createdAt, progress } = batch
  const done = progress.completed + progress.failed
  if (!isFinal(status) || !finishedAt)
    return `has not ended yet. It started on ${minute(createdAt)}, and ${counted(done)} of ${counted(progress.total, 'question')} are done. The figures will be available when it has ended.`
  const ended = `ended on ${minute(finishedAt)}`
  switch (shownStatus(batch)) {
    case 'cancelled':
      return `${ended}. It was canceled after ${counted(done - cancelled)} of ${counted(progress.total, 'question')}.${status === 'failed' ? ' None of them was answered, so there are no figures.' : ''}`
    case 'failed':
      return `${ended}. All of its ${counted(progress.total, 'question')} failed, so there are no figures.`
    default:
      return `${ended}.`
  }
}

/** Renders a warning if answers are simulated. */
function simulation({ counted }: Figures, outcomes: readonly Outcome[]): string[] {
  const answered = outcomes.filter(({ status }) => status !== 'failed')
  const all = sum(answered)
  const invented = sum(answered.filter(({ simulated }) => simulated))
  if (invented === 0) return []
  const which = invented === all ? 'All answers' : `${counted(invented)} of ${counted(all, 'answer')}`
  return [
    `**${which} are simulated: they are invented sample data. ${invented === all ? 'No provider was asked, and nothing below is a fact about any brand.' : 'Figures based on them are not facts about any brand.'}**`,
  ]
}

function sum(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((total, { results }) => total + results, 0)
}
