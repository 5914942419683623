import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../components/export.ts'
import { readList, writeList } from '../list/lists.ts'
import { type Existing, readPasted } from './read-pasted.ts'

const existing: Existing = {
  texts: new Set(['Which tool is known?']),
  providers: new Map([
    ['chatgpt', 'chatgpt'],
    ['provider_1', 'chatgpt'],
    ['gemini', 'gemini'],
  ]),
}

const read = (text: string) => readPasted(text, existing).prompts

describe('pasted prompts', () => {
  it('are one per line, trimmed and without empty lines, and may contain commas', () => {
    expect(read('First, of all\r\n\n  Second; or third?  \n')).toEqual([
      { line: 1, text: 'First, of all', tags: [], problems: [] },
      { line: 3, text: 'Second; or third?', tags: [], problems: [] },
    ])
  })

  it('are parsed as CSV if the first line has a text column', () => {
    expect(
      read(
        'Text,Tags,Locations,Providers,Active\n"One, two?","crm; Small teams",us;DE,Provider_1;gemini,false',
      ),
    ).toEqual([
      {
        line: 2,
        text: 'One, two?',
        tags: ['crm', 'Small teams'],
        locations: ['US', 'DE'],
        providers: ['chatgpt', 'gemini'],
        active: false,
        problems: [],
      },
    ])
  })

  it('can come from a spreadsheet with a byte order mark, semicolons, and lists with commas', () => {
    expect(read('\uFEFFtext;tags\r\nOne?;a, b\r\n')).toEqual([
      { line: 2, text: 'One?', tags: ['a', 'b'], problems: [] },
    ])
  })

  it('report problems by line', () => {
    const prompts = read('text,locations,providers,active\n,US,,\nOne?,USA,nobody,perhaps\nTwo?,US,,yes')
    expect(prompts.map(({ line, problems }) => [line, problems])).toEqual([
      [2, ['The text is empty.']],
      [3, ['Not a country code: USA.', 'Unknown provider: nobody.', 'Active must be true or false.']],
      [4, []],
    ])
    expect(read('x'.repeat(5_001))[0]?.problems).toEqual(['The text is longer than 5,000 characters.'])
  })

  it('are skipped if the project or an earlier line has the same text', () => {
    expect(read('Which tool is known?\nNew?\nNew?').map(({ line, skipped }) => [line, skipped])).toEqual([
      [1, 'exists'],
      [2, undefined],
      [3, 'repeated'],
    ])
  })

  it('report ignored columns', () => {
    expect(readPasted('text,mentionRate_value,tags\nOne?,0.5,', existing).ignored).toEqual([
      'mentionRate_value',
    ])
    expect(readPasted('a,b\nc,d', existing).ignored).toEqual([])
  })

  it('are read back from an export unchanged', () => {
    const rows = [
      { text: '=1+1 or "two"?', tags: ['a;b', 'c\\d', 'e, f'], locations: ['US', 'DE'] },
      { text: 'Second\nline', tags: ['g, h'], locations: ['US'] },
    ]
    const csv = csvOf({
      name: 'prompts',
      simulated: true,
      rows,
      columns: [
        { id: 'text', title: 'Prompt', value: ({ text }) => text },
        { id: 'tags', title: 'Tags', value: ({ tags }) => writeList(tags) },
        { id: 'locations', title: 'Countries', value: ({ locations }) => writeList(locations) },
      ],
    })
    expect(read(`\uFEFF${csv}`)).toMatchObject(rows.map((row) => ({ ...row, problems: [] })))
  })
})

describe('lists in one field', () => {
  it('keep semicolons, backslashes and commas in names', () => {
    for (const names of [['a', 'b'], ['a;b', 'c'], ['a\\', '\\;b'], ['a, b'], ['a, b', 'c'], []]) {
      expect(readList(writeList(names))).toEqual(names)
    }
  })
})
