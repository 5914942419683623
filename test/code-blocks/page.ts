import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Demo } from './demo.ts'
import { openShell, type Shell } from './shell.ts'
import type { Snippet } from './snippet.ts'

/** A page and its snippets, which are executed in order, in a new folder. */
export interface Page {
  demo: Demo
  folder: string
  shell: Shell
  /** Returns the snippet before or after the given one. */
  beside(snippet: Snippet, distance: 1 | -1): Snippet | undefined
  /** Text printed by each snippet. */
  outputs: Map<Snippet, string>
  /** Replaces the addresses in a text of the page with the addresses of the demo and the fake language model. */
  addressed(text: string): string
  /** Replaces shell variables such as `$KEY` with their values, for languages without variables. */
  filled(text: string): string
  /** Starts Chromium at the first call. */
  browser(): Promise<Browser>
  close(): void
}

/** Opens a page with these snippets. They use the server of the demo. */
export function openPage(
  demo: Demo,
  { file, snippets, browser }: { file: string; snippets: Snippet[] } & Pick<Page, 'browser'>,
): Page {
  const folder = join(demo.folder, file.replaceAll('/', '-'))
  mkdirSync(folder)
  const { PATH = '', HOME = '' } = process.env
  const variables = { PATH, HOME, NO_COLOR: '1', npm_config_update_notifier: 'false', ...demo.environment }
  const shell = openShell(folder, `${folder}.scripts`, variables)
  return {
    demo,
    folder,
    shell,
    beside: (snippet, distance) => snippets[snippets.indexOf(snippet) + distance],
    outputs: new Map(),
    addressed: (text) =>
      text
        .replaceAll('localhost:4000', new URL(demo.url).host)
        .replaceAll('http://localhost:11434/v1', demo.modelUrl)
        .replaceAll(/\b8787\b/g, String(demo.receiverPort)),
    filled: (text) =>
      text.replaceAll(/\$([A-Z][A-Z_]*)/g, (written, name) => shell.environment()[name] ?? written),
    browser,
    close: () => shell.close(),
  }
}
