import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { DriverAnswer } from '../../core/provider-port/driver.ts'
import { sampleQuestion } from '../sample-providers.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'

function fileOf(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'replay-')), 'answers.jsonl')
  writeFileSync(file, content)
  return file
}

async function ask(file: string, prompt: string, replicate = 1): Promise<DriverAnswer> {
  const question = sampleQuestion({ prompt, replicate })
  return parseAnswer(await createAsk({ file, model: null, id: 'recorded' })(question))
}

test('prompts match regardless of case, surrounding spaces and compatibility forms', async () => {
  const file = fileOf('{"prompt":"  Best ﬁle Straße?","text":"answer"}\n')
  for (const prompt of ['best file STRASSE?', 'Best ﬁle Straße?\n', 'BEST FILE STRASSE?']) {
    expect((await ask(file, prompt)).text).toBe('answer')
  }
})

test('replicates cycle through the recordings of a prompt', async () => {
  const file = fileOf(['one', 'two'].map((text) => JSON.stringify({ prompt: 'p', text })).join('\n'))
  const texts = await Promise.all(
    [1, 2, 3, 4].map(async (replicate) => (await ask(file, 'p', replicate)).text),
  )
  expect(texts).toEqual(['one', 'two', 'one', 'two'])
})

test('a prompt without a recording, or with an empty one, has the status `not_shown`', async () => {
  const file = fileOf('{"prompt":"p","text":" "}\n')
  for (const prompt of ['other', 'p']) {
    expect(await ask(file, prompt)).toMatchObject({ status: 'not_shown', text: '', surface: 'replay' })
  }
})

test('citations can be URLs or objects, and lines can have additional fields', async () => {
  const citations = [
    'https://a.example/',
    { url: 'https://b.example/', title: 'B', i: 1 },
    { url: 'https://c.example/' },
  ]
  const answer = await ask(
    fileOf(`\uFEFF\n${JSON.stringify({ id: 1, prompt: 'p', text: 't', citations })}\r\n`),
    'p',
  )
  expect(answer).toMatchObject({ status: 'ok', locationApplied: 'none' })
  expect(answer.citations).toEqual([
    { url: 'https://a.example/', title: null, kind: 'cited', spans: [] },
    { url: 'https://b.example/', title: 'B', kind: 'cited', spans: [] },
    { url: 'https://c.example/', title: null, kind: 'cited', spans: [] },
  ])
})

test.each([
  ['{"prompt":"p","text":"t"}\n{"prompt":', ':2 is not JSON'],
  ['\n\n{"prompt":"p"}', ':3 is not {"prompt","text","citations"?}'],
  ['{"prompt":"p","text":"t","citations":[1]}', 'citations'],
])('an error in the file fails the question and names the line: %j', async (content, message) => {
  const attempt = ask(fileOf(content), 'p')
  await expect(attempt).rejects.toMatchObject({ kind: 'stop' })
  await expect(attempt).rejects.toThrow(message)
})

test('a recorded answer is replayed completely, for the provider, location and replicate it was recorded from', async () => {
  const span = { start: 0, end: 3 }
  const recorded = {
    prompt: 'p',
    text: '[1] one',
    citations: [
      { url: 'https://a.example/', title: null, kind: 'retrieved', spans: [span, { start: 5, end: 99 }] },
    ],
    provider: 'recorded',
    location: 'DE',
    replicate: 2,
    status: 'ok',
    model: 'm-1',
    searched: true,
    searchQueries: ['q'],
    partial: true,
    error: null,
  }
  const file = fileOf(
    [
      { ...recorded, replicate: 1, text: 'first' },
      recorded,
      { ...recorded, provider: 'other', text: 'of another provider' },
      { ...recorded, location: 'US', text: 'from another country' },
      { ...recorded, text: '', error: 'drift' },
      { ...recorded, prompt: 'refused', text: 'No.', status: 'refused' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  )
  expect(await ask(file, 'p', 2)).toEqual({
    status: 'ok',
    surface: 'replay',
    locationApplied: 'none',
    model: { requested: null, reported: 'm-1' },
    text: '[1] one',
    citations: [{ url: 'https://a.example/', title: null, kind: 'retrieved', spans: [span] }],
    searchQueries: ['q'],
    searched: true,
    usage: null,
    costUsd: null,
    partial: true,
    unrecognized: [],
  })
  expect((await ask(file, 'p', 1)).text).toBe('first')
  expect(await ask(file, 'refused', 2)).toMatchObject({ status: 'refused', text: 'No.' })
})

test('recordings of other providers are used if the file has none of this provider', async () => {
  const file = fileOf(JSON.stringify({ prompt: 'p', text: 'theirs', provider: 'chatgpt' }))
  expect((await ask(file, 'p')).text).toBe('theirs')
})

test('the error names a missing file, and the file is read once it exists', async () => {
  const file = join(fileOf(''), '..', 'later.jsonl')
  const ask = createAsk({ file, model: null, id: 'recorded' })
  const question = sampleQuestion({ prompt: 'p' })
  await expect(ask(question)).rejects.toThrow(file)
  writeFileSync(file, '{"prompt":"p","text":"t"}')
  await expect(ask(question)).resolves.toMatchObject({ line: 1, text: 't' })
})

test('real recordings are returned verbatim', async (context) => {
  const file = resolve(process.cwd(), '../shared/data/ai_chatgpt_products/dev.jsonl')
  if (!existsSync(file)) {
    console.info(`skipped: ${file} is not here`)
    return context.skip()
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const served = new Map<string, number>()
  for (const line of lines) {
    const { prompt, text, citations } = JSON.parse(line)
    const replicate = (served.get(prompt) ?? 0) + 1
    served.set(prompt, replicate)
    const answer = await ask(file, prompt.toLowerCase(), replicate)
    expect(answer.text).toBe(text)
    expect(answer.citations.map(({ url }) => url)).toEqual(citations)
  }
})
