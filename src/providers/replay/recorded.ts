import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { ANSWER_STATUSES, CITATION_KINDS } from '../../definitions/vocabulary.ts'

// Parts of an answer with the same format in replay files and in stored raw answers.

/** Excludes `failed`, because recorded questions always have an answer. */
export const recordedStatus = z.enum(valuesOf(ANSWER_STATUSES)).exclude(['failed'])

/** Fields of a recorded source other than URL and title. */
export const recordedReference = {
  kind: z.enum(valuesOf(CITATION_KINDS)).default('cited'),
  /** UTF-16 offsets into the text. */
  spans: z.array(z.object({ start: z.int(), end: z.int() })).default([]),
}
