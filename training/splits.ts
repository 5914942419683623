import { createHash } from 'node:crypto'
import type { LabelledAnswer } from '../test/quality/answer-measures.ts'

/** Ways to divide the labeled answers into parts. Answers are classified by a model that was trained on the other parts. */
export type Split = 'prompt' | 'writer'

const FOLDS = 5

/** Returns what somebody asked: all answers to a prompt, and all to prompts about one category of products, share it. */
function promptOf({ id }: LabelledAnswer): string {
  return /^(cg-[a-z_]+|cb-P\d+|dk-q\d+)/.exec(id)?.[0] ?? id
}

/** Returns who wrote an answer: an assistant, or one of the authors of the written answers. */
function writerOf({ id }: LabelledAnswer): string {
  const assistant = /^(aio|cb|cg|dk-q\d+-(?:claude|gpt))/.exec(id)?.[0]
  return assistant?.replace(/q\d+-/, '') ?? id.replace(/-?\d+$/, '').replace(/^(?!en-)\w\w-/, '')
}

/** Returns the part of an answer. The answers of a prompt, or of a writer, are in the same part. */
export function partOf(split: Split, answer: LabelledAnswer): string {
  if (split === 'writer') return writerOf(answer)
  return String(createHash('sha256').update(promptOf(answer)).digest().readUInt32LE(0) % FOLDS)
}
