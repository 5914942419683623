import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkPackages } from './demo.ts'
import { execute } from './execute.ts'
import { matches } from './languages/text.ts'
import type { Page } from './page.ts'
import { differences } from './shape.ts'
import { openShell, type Shell } from './shell.ts'
import { type Snippet, snippetsOf } from './snippet.ts'

describe('the code blocks of a page', () => {
  it('are identified by heading and number, and keep the words after their language', () => {
    const markdown = '# One\n\n```sh refused\na\n```\n\n```\nb\n```\n\n## Two\n\n```json\n{}\n```\n'
    const [first, second, third] = snippetsOf('page.md', markdown)
    expect(first).toMatchObject({ heading: 'One', number: 1, line: 3, language: 'sh', words: ['refused'] })
    expect(second).toMatchObject({ heading: 'One', number: 2, language: '' })
    expect(third).toMatchObject({ heading: 'Two', number: 1, text: '{}\n' })
  })

  it('can contain fences, and are found in lists and quotes', () => {
    const markdown =
      '````md\n```sh\nno\n```\n````\n\n- item\n  ```sh\n  list\n  ```\n\n> ~~~ts\n> quote\n> ~~~\n'
    expect(snippetsOf('page.md', markdown).map(({ language, text }) => [language, text])).toEqual([
      ['md', '```sh\nno\n```\n'],
      ['sh', 'list\n'],
      ['ts', 'quote\n'],
    ])
  })
})

describe('a sample response', () => {
  it.each([
    ['a missing key', { a: 1, b: 2 }, { a: 1 }],
    ['an additional key', { a: 1 }, { a: 1, b: 2 }],
    ['a different type', { a: 1 }, { a: '1' }],
    ['an empty list', { a: [1] }, { a: [] }],
    ['an item of a different shape', { a: [{ b: 1 }] }, { a: [{ b: 2 }, { c: 3 }] }],
  ])('does not match a response with %s', (_, sample, value) => {
    expect(differences(sample, value)).not.toEqual([])
  })

  it('matches other values, null, and additional keys where the sample has …', () => {
    const sample = { a: 1, b: 'x', c: '…', d: [{ e: 1, '…': '…' }] }
    expect(differences(sample, { a: 2, b: null, c: { any: true }, d: [{ e: 3, f: 4 }] })).toEqual([])
  })
})

it('a text block matches the printed text, and … matches anything', () => {
  expect(matches('a … c\n', 'a b c')).toBe(true)
  expect(matches('a … c', 'a b d')).toBe(false)
  expect(matches('a.c', 'abc')).toBe(false)
})

describe('a code block', () => {
  let folder: string
  let shell: Shell
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'answergraph-shell-'))
    linkPackages(folder)
    shell = openShell(folder, join(folder, 'scripts'), { PATH: process.env.PATH ?? '' })
  })
  afterAll(() => {
    shell.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Executes a block on a page without a server or browser. */
  function run(language: string, text: string, ...words: string[]): Promise<void> {
    const snippet: Snippet = { file: 'page.md', heading: '', number: 1, line: 7, language, words, text }
    const page = {
      shell,
      folder,
      outputs: new Map(),
      addressed: (text: string) => text,
      beside: () => undefined,
    }
    return execute(snippet, page as unknown as Page)
  }

  it('fails with its line if its language is unknown or does not say what the block contains', async () => {
    await expect(run('cobol', '')).rejects.toThrow('page.md:7: no executor for "cobol"')
    await expect(run('', 'text')).rejects.toThrow('page.md:7')
    await expect(run('json', '{}')).rejects.toThrow('page.md:7: name its kind')
  })

  it('of commands fails at the first failing command, and if a response is an error but the block is not marked as refused', async () => {
    await expect(run('sh', 'false\ntrue')).rejects.toThrow('exit code 1')
    await expect(run('sh', 'echo "$UNSET_VARIABLE"')).rejects.toThrow('UNSET_VARIABLE')
    const error = `echo '{"error":{"code":"NOT_FOUND"}}'`
    await expect(run('sh', error)).rejects.toThrow('a response is an error')
    await expect(run('sh', error, 'refused')).resolves.toBeUndefined()
    await expect(run('sh', 'echo fine', 'refused')).rejects.toThrow('no response is an error')
  })

  it('of commands has the variables set by the previous block', async () => {
    await run('sh', 'export FIRST=1; SECOND=2')
    await expect(run('sh', '[ "$FIRST$SECOND" = 12 ]')).resolves.toBeUndefined()
    expect(shell.environment().FIRST).toBe('1')
  })

  it('that is only checked fails if its npm script or test does not exist', async () => {
    await expect(run('sh', 'if', 'syntax')).rejects.toThrow('syntax error')
    await expect(run('sh', 'npm run nothing', 'syntax')).rejects.toThrow('no script nothing')
    await expect(run('sh', 'npm ci', 'tested-by=test/code-blocks/reading.test.ts')).rejects.toThrow(
      'does not execute',
    )
  })

  it('in TypeScript fails if it does not compile', async () => {
    await expect(run('ts', "export const count: number = 'one'\n")).rejects.toThrow('TS2322')
  })
})
