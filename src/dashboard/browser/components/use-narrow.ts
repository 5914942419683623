import { useMediaQuery } from './media-query.ts'

/** Whether the screen is too narrow for a table with many columns. Printed pages never are. */
export function useNarrow(): boolean {
  return useMediaQuery('screen and (max-width: 700px)')
}
