import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { ANSWER_STATUSES, CITATION_KINDS } from '../../definitions/vocabulary.ts'

// Parts of an answer that have one form in a file of recordings and in what is stored of them.

/** A recorded question was answered. */
export const recordedStatus = z.enum(valuesOf(ANSWER_STATUSES)).exclude(['failed'])

/** What is recorded of a source beside its address and title. */
export const recordedReference = {
  kind: z.enum(valuesOf(CITATION_KINDS)).default('cited'),
  /** UTF-16 offsets into the text. */
  spans: z.array(z.object({ start: z.int(), end: z.int() })).default([]),
}
