import { describe, expect, it } from 'vitest'
import { hostAllowed, isLoopback, originAllowed } from './origin.ts'

const PUBLIC = 'https://brands.example.com'

describe('hostAllowed', () => {
  it.each([
    ['brands.example.com', true],
    ['BRANDS.example.com:443', true],
    ['brands.example.com:8443', false],
    ['brands.example.com.evil.example', false],
    ['evil@brands.example.com', false],
    ['127.0.0.1:4000', false],
    ['', false],
    [undefined, false],
  ])('with Host %j and a public URL: %s', (host, allowed) => {
    expect(hostAllowed(host, { publicUrl: PUBLIC, loopback: true })).toBe(allowed)
  })

  it.each([
    ['localhost', true],
    ['LOCALHOST:4000', true],
    ['127.0.0.1:1', true],
    ['[::1]', true],
    ['[::1]:4000', true],
    ['evil.example', false],
    ['localhost.evil.example:4000', false],
    ['127.0.0.1.evil.example', false],
    ['localhost:4000@evil.example', false],
    [undefined, false],
  ])('with Host %j on a loopback address: %s', (host, allowed) => {
    expect(hostAllowed(host, { publicUrl: null, loopback: true })).toBe(allowed)
  })

  it('allows any Host on a non-loopback address without a public URL, because the proxy checks it', () => {
    expect(hostAllowed('anything.example', { publicUrl: null, loopback: false })).toBe(true)
  })
})

describe('originAllowed', () => {
  it.each([
    [PUBLIC, true],
    ['http://brands.example.com', false],
    ['https://brands.example.com.evil.example', false],
    ['https://brands.example.com:8443', false],
    ['null', false],
    ['', false],
    [undefined, false],
  ])('with Origin %j and a public URL: %s', (origin, allowed) => {
    expect(originAllowed({ host: 'brands.example.com', origin, publicUrl: PUBLIC })).toBe(allowed)
  })

  it.each([
    ['127.0.0.1:4000', 'http://127.0.0.1:4000', true],
    ['brands.example.com', 'https://brands.example.com', true],
    ['brands.example.com:80', 'http://brands.example.com', true],
    ['127.0.0.1:4000', 'http://127.0.0.1:4001', false],
    ['127.0.0.1:4000', 'http://localhost:4000', false],
    ['brands.example.com', 'https://evil.example', false],
    ['brands.example.com', 'file://brands.example.com', false],
    ['evil.example/brands', 'http://evil.example', false],
    [undefined, 'http://brands.example.com', false],
  ])('with Host %j and Origin %j: %s', (host, origin, allowed) => {
    expect(originAllowed({ host, origin, publicUrl: null })).toBe(allowed)
  })
})

it.each([
  ['127.0.0.2', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
])('isLoopback(%s) is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})
