import { joined } from '../model/row.ts'
import { SENTIMENTS, STRENGTHS } from '../model/words.ts'
import type { Labels } from './documents.ts'

/** Returns labels in words, such as “praised · first choice”. */
export function wordsOfLabels({ sentiment, strength }: Labels): string {
  return joined(sentiment && SENTIMENTS[sentiment], strength && STRENGTHS[strength]) || 'nothing'
}
