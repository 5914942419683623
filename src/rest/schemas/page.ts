import { z } from 'zod'

/** Field of a response with a page of a list. */
export const nextCursorSchema = z
  .string()
  .nullable()
  .describe('Pass it as `cursor` to get the next page; null on the last page.')
