import { expect, test } from 'vitest'
import { MAX_LOGO_BYTES } from './definition.ts'
import { parseLogo } from './logo.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080002000301011100ffd9', 'hex')

const urlOf = (type: string, data: Uint8Array) =>
  `data:${type};base64,${Buffer.from(data).toString('base64')}`

test('PNG and JPEG images are accepted', () => {
  expect(parseLogo(urlOf('image/png', PNG))).toEqual({ type: 'image/png', data: new Uint8Array(PNG) })
  expect(parseLogo(urlOf('image/jpeg', JPEG))).toEqual({ type: 'image/jpeg', data: new Uint8Array(JPEG) })
})

test.each([
  ['an SVG image', urlOf('image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'))],
  ['HTML declared as PNG', urlOf('image/png', Buffer.from('<script>alert(1)</script>'.repeat(4)))],
  ['a PNG image declared as JPEG', urlOf('image/jpeg', PNG)],
  ['an image on another server', 'https://example.com/logo.png'],
  ['a URL with markup', `${urlOf('image/png', PNG)}"><script>`],
  ['a cut JPEG image', urlOf('image/jpeg', JPEG.subarray(0, 24))],
  ['too many bytes', urlOf('image/png', Buffer.concat([PNG, Buffer.alloc(MAX_LOGO_BYTES)]))],
])('%s is rejected', (_, url) => {
  expect(parseLogo(url)).toBeTypeOf('string')
})

test('an image with too many pixels is rejected', () => {
  const large = Buffer.from(PNG)
  large.writeUInt32BE(100_000, 16)
  expect(parseLogo(urlOf('image/png', large))).toMatch('pixels')
})
