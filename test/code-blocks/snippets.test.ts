import { spawnSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { type Demo, startDemo } from './demo.ts'
import { execute } from './execute.ts'
import { openPage, type Page } from './page.ts'
import { pages, snippetsOf } from './snippet.ts'

/** The pages to read: all, or those that the variable SNIPPETS names, separated by commas. */
const chosen = process.env.SNIPPETS?.split(',') ?? pages()

const chromium = findChromium()
let launched: Promise<Browser> | undefined
const browser = () => {
  launched ??= launchChromium(chromium ?? '')
  return launched
}

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(async () => {
  await (await launched)?.close()
  await demo?.close()
})

it('the pages to read exist', () => {
  expect(pages()).toEqual(expect.arrayContaining(chosen))
})

/** What the pages expect of the reader's machine. */
const missing = ['bash', 'curl', 'jq'].filter((program) => spawnSync(program, ['--version']).error)
if (missing.length > 0 && process.env.CI) throw new Error(`CI needs ${missing.join(', ')}`)
if (missing.length > 0) console.warn(`The documentation is not executed: install ${missing.join(', ')}.`)

/** The demo project is run by hand once at a time: pages that do it are executed one after the other, beside all others. */
const runsByHand = (file: string) =>
  snippetsOf(file).some(({ text }) => /analysis\/trigger|triggerRun\(/.test(text))

const withCode = chosen.filter((file) => snippetsOf(file).length > 0)
const groups = Object.entries({
  'pages that run the project by hand': withCode.filter(runsByHand),
  'other pages': withCode.filter((file) => !runsByHand(file)),
})
for (const [name, files] of groups.filter(([, files]) => files.length > 0))
  describe.concurrent(name, () => {
    for (const file of files) describe.sequential(file, { skip: missing.length > 0 }, () => readPage(file))
  })

/** A test for each snippet of a page, in their order. */
function readPage(file: string): void {
  const snippets = snippetsOf(file)
  let page: Page
  beforeAll(async () => {
    if (runsByHand(file)) await demo.forgetManualRuns()
    page = openPage(demo, { file, snippets, browser })
  })
  afterAll(() => page?.close())

  for (const snippet of snippets) {
    const { heading, number, language, words } = snippet
    it.skipIf(language === 'html' && !chromium)(
      `${heading}, ${number}: ${[language, ...words].join(' ')}`,
      () => execute(snippet, page),
    )
  }
}
