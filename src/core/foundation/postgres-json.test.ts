import { expect, it } from 'vitest'
import { toPostgresJson } from './postgres-json.ts'

it.each([
  [
    'text without NUL and surrogates',
    { text: 'a "b" \\ c\n\u0001 é 👩‍💻' },
    { text: 'a "b" \\ c\n\u0001 é 👩‍💻' },
  ],
  [
    'text that only looks like an escape sequence',
    { text: '\\u0000 and \\ud800' },
    { text: '\\u0000 and \\ud800' },
  ],
  ['NUL', { text: 'a\0b\0' }, { text: 'a\ufffdb\ufffd' }],
  ['unpaired surrogates', ['\ud800a', 'b\udc00', '\ud83d\ude00'], ['\ufffda', 'b\ufffd', '😀']],
  ['NUL and a surrogate after a backslash', { text: '\\\0\\\ud800' }, { text: '\\\ufffd\\\ufffd' }],
  ['field names', { deep: [{ 'a\0': 1, b: '\0' }] }, { deep: [{ 'a\ufffd': 1, b: '\ufffd' }] }],
  ['a date', { at: new Date(0), text: '\0' }, { at: '1970-01-01T00:00:00.000Z', text: '\ufffd' }],
])('serializes %s as JSON that PostgreSQL accepts', (_, value, stored) => {
  expect(JSON.parse(toPostgresJson(value))).toEqual(stored)
})
