import { expect, it } from 'vitest'
import { toPostgresJson } from './postgres-json.ts'

it.each([
  ['a text without them', { text: 'a "b" \\ c\n\u0001 é 👩‍💻' }, { text: 'a "b" \\ c\n\u0001 é 👩‍💻' }],
  [
    'what only looks like an escape sequence',
    { text: '\\u0000 and \\ud800' },
    { text: '\\u0000 and \\ud800' },
  ],
  ['NUL', { text: 'a\0b\0' }, { text: 'a\ufffdb\ufffd' }],
  ['halves of characters', ['\ud800a', 'b\udc00', '\ud83d\ude00'], ['\ufffda', 'b\ufffd', '😀']],
  ['both after a backslash', { text: '\\\0\\\ud800' }, { text: '\\\ufffd\\\ufffd' }],
  ['names of fields', { deep: [{ 'a\0': 1, b: '\0' }] }, { deep: [{ 'a\ufffd': 1, b: '\ufffd' }] }],
  ['a date', { at: new Date(0), text: '\0' }, { at: '1970-01-01T00:00:00.000Z', text: '\ufffd' }],
])('%s reach PostgreSQL as it accepts them', (_, value, stored) => {
  expect(JSON.parse(toPostgresJson(value))).toEqual(stored)
})
