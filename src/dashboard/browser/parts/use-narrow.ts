import { useMediaQuery } from './media-query.ts'

/** Whether the screen is too narrow for a table of many columns; paper never is. */
export function useNarrow(): boolean {
  return useMediaQuery('screen and (max-width: 700px)')
}
