import { isFinal } from '../../batch-status.ts'
import { type BatchRecord, shownStatus } from '../../batches/row.ts'
import type { Outcome } from '../answer-facts.ts'
import type { ReportFacts } from '../facts.ts'
import { counted, minute } from '../figures.ts'
import { name } from '../markdown.ts'

/** Whose report it is, of when, of how many answers, and whether they are real. */
export function opening({ batch, answers, summary }: ReportFacts): string {
  const cancelled = sum(answers.outcomes.filter(({ errorCode }) => errorCode === 'CANCELLED'))
  const lines = [
    `# How AI answers speak of ${name(batch.brandName)}`,
    `${what(batch)} ${state(batch, cancelled)}`,
  ]
  if (summary)
    lines.push(
      `It rests on ${counted(summary.sample.answers, 'answer')} to ${counted(summary.sample.prompts, 'prompt')}.`,
    )
  return [lines[0], lines.slice(1).join(' '), ...simulation(answers.outcomes)].join('\n\n')
}

function what({ kind, trigger, id, analysisId }: BatchRecord): string {
  if (kind === 'async') return `Async analysis ${analysisId}`
  return `Run ${id}, started ${trigger === 'schedule' ? 'by the weekly schedule' : 'manually'},`
}

/** @param cancelled the questions that the cancellation ended; they count as failed */
function state(batch: BatchRecord, cancelled: number): string {
  const { status, finishedAt, createdAt, progress } = batch
  const done = progress.completed + progress.failed
  if (!isFinal(status) || !finishedAt)
    return `has not ended: it began on ${minute(createdAt)} and ${counted(done)} of ${counted(progress.total, 'question')} are done. There are no figures before its end.`
  const ended = `ended on ${minute(finishedAt)}`
  switch (shownStatus(batch)) {
    case 'cancelled':
      return `${ended}: it was cancelled after ${counted(done - cancelled)} of ${counted(progress.total, 'question')}${status === 'failed' ? ', none of which was answered, so there are no figures' : ''}.`
    case 'failed':
      return `${ended}: all of its ${counted(progress.total, 'question')} failed, so there are no figures.`
    default:
      return `${ended}.`
  }
}

/** A warning where answers are made up. */
function simulation(outcomes: readonly Outcome[]): string[] {
  const answered = outcomes.filter(({ status }) => status !== 'failed')
  const all = sum(answered)
  const made = sum(answered.filter(({ simulated }) => simulated))
  if (made === 0) return []
  const which = made === all ? 'All answers' : `${counted(made)} of ${counted(all, 'answer')}`
  return [
    `**${which} are simulated: made up, to try the program out. ${made === all ? 'No provider was asked. Nothing below is a fact about any brand.' : 'Figures that rest on them are no facts about any brand.'}**`,
  ]
}

function sum(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((total, { results }) => total + results, 0)
}
