import robotsParser from 'robots-parser'
import type { ThreadTask } from '../observations/extraction-threads.ts'

/** Name of the crawler in the header User-Agent and in robots.txt. */
export const CRAWLER = 'Answergraph'

/**
 * Returns whether a robots.txt allows the crawler to fetch a URL. A task for a thread, because the time grows with the
 * product of the lengths of the file and the URL.
 */
export const CHECK_ROBOTS: ThreadTask<{ robots: { url: string; text: string }; url: string }, boolean> = {
  name: 'check-robots',
  run: ({ robots, url }) => robotsParser(robots.url, robots.text).isAllowed(url, CRAWLER) !== false,
}
