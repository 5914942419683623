import type { ResultOf } from '../graphql/graphql.ts'
import { graphql } from '../graphql/graphql.ts'

/** The state of a project's setup, which reads its website. */
export const SETUP = graphql(`
  fragment SetupState on Project @_unmask {
    id
    setup {
      status
      failure
    }
  }
`)

type Setup = ResultOf<typeof SETUP>['setup']

/** Why a website could not be read. */
export const FAILURE_WORDS: Record<NonNullable<Setup['failure']>, string> = {
  NOT_HTML: 'The response is not a web page.',
  RESERVED: 'The host name does not exist on the internet.',
  STATUS: 'The website returned an error.',
  UNREACHABLE: 'The website did not respond.',
  UNREADABLE: 'The page has no text.',
}

/** Whether the website is still being read. */
export function isSettingUp({ status }: Setup): boolean {
  return status === 'QUEUED' || status === 'RUNNING'
}
