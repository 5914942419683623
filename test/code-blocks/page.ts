import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Demo } from './demo.ts'
import { openShell, type Shell } from './shell.ts'
import type { Snippet } from './snippet.ts'

/** A page that is being read: its snippets are executed in their order, in a folder of its own that is empty at first. */
export interface Page {
  demo: Demo
  folder: string
  shell: Shell
  /** A snippet of the page before or after the given one. */
  beside(snippet: Snippet, distance: 1 | -1): Snippet | undefined
  /** What snippets printed. */
  outputs: Map<Snippet, string>
  /** A text of the page with the addresses of the demo and of the vendors' stand-ins in place of those that readers have. */
  addressed(text: string): string
  /** A text of a language without variables, with the values of the shell's variables, such as `$KEY`, in it. */
  filled(text: string): string
  /** Chromium, started when it is first needed. */
  browser(): Promise<Browser>
  close(): void
}

/** Opens a page, of these snippets, against the demo. */
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
