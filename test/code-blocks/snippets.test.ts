import { spawnSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../browser/chromium.ts'
import { type Demo, startDemo } from './demo.ts'
import { execute } from './execute.ts'
import { openPage, type Page } from './page.ts'
import { pages, snippetsOf } from './snippet.ts'

/** Pages to test: the comma-separated pages in the variable SNIPPETS, or all pages. */
const chosen = process.env.SNIPPETS?.split(',') ?? pages()

const chromium = findChromium()
let launched: Promise<Browser> | undefined
const browser = () => {
  launched ??= launchChromium(chromium ?? '')
  return launched
}

let demo: Demo
beforeAll(async () => {
  // The pages use the client as an installed package.
  const { status, stderr } = spawnSync('npm', ['run', 'client'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  demo = await startDemo()
})
afterAll(async () => {
  await (await launched)?.close()
  await demo?.close()
})

it('the pages in SNIPPETS exist', () => {
  expect(pages()).toEqual(expect.arrayContaining(chosen))
})

/** Programs that the pages need but that are not installed. */
const missing = ['bash', 'curl', 'jq'].filter((program) => spawnSync(program, ['--version']).error)
if (missing.length > 0 && process.env.CI) throw new Error(`CI needs ${missing.join(', ')}`)

/** Returns whether a page starts a manual run. Only one can be active, so these pages are tested one after the other. */
const runsByHand = (file: string) =>
  snippetsOf(file).some(({ text }) => /analysis\/trigger|triggerRun\(|answergraph run start/.test(text))

/** Returns whether a page exports runs. An export breaks off if another page changes a run meanwhile. */
const exportsRuns = (file: string) =>
  snippetsOf(file).some(({ text }) => /analysis\/exports|answergraph export/.test(text))

const withCode = chosen.filter((file) => snippetsOf(file).length > 0)
const describePage = (file: string) =>
  describe.sequential(file, missing.length > 0 ? { skip: true } : {}, () => readPage(file))

for (const file of withCode.filter(exportsRuns)) describePage(file)

const others = withCode.filter((file) => !exportsRuns(file))
const groups = Object.entries({
  'pages with manual runs': others.filter(runsByHand),
  'other pages': others.filter((file) => !runsByHand(file)),
})
for (const [name, files] of groups.filter(([, files]) => files.length > 0))
  describe.concurrent(name, () => {
    for (const file of files) describePage(file)
  })

/** Adds a test for each snippet of a page, in order. */
function readPage(file: string): void {
  const snippets = snippetsOf(file)
  let page: Page
  beforeAll(async () => {
    if (runsByHand(file)) await demo.forgetManualRuns()
    page = openPage(demo, { file, snippets, browser })
  })
  afterAll(() => page?.close())

  for (const [index, snippet] of snippets.entries()) {
    const { heading, number, language, words } = snippet
    // A text block contains what the previous block prints.
    const executed = language === 'text' ? snippets[index - 1]?.language : language
    it.skipIf(executed === 'html' && !chromium)(
      `${heading}, ${number}: ${[language, ...words].join(' ')}`,
      () => execute(snippet, page),
    )
  }
}
