import { expect, test } from 'vitest'
import type { GraphqlContext } from './context.ts'
import { follow } from './subscriptions.ts'

const contextWith = (reauthenticate: () => Promise<void>) => ({ reauthenticate }) as GraphqlContext

test('leaving ends a source that waits for something that never happens', async () => {
  let ended = false
  async function* waiting(signal: AbortSignal) {
    try {
      yield 1
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    } finally {
      ended = true
    }
  }
  const states = await follow(
    contextWith(async () => {}),
    async (signal) => waiting(signal),
  )
  expect(await states.next()).toEqual({ done: false, value: 1 })
  const pending = states.next()
  await states.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(ended).toBe(true)
})

test('a key that is no good any more ends the source, and nothing is yielded', async () => {
  let ended = false
  async function* numbers() {
    try {
      yield 1
      yield 2
    } finally {
      ended = true
    }
  }
  let good = true
  const states = await follow(
    contextWith(async () => {
      if (!good) throw new Error('revoked')
    }),
    async () => numbers(),
  )
  expect(await states.next()).toEqual({ done: false, value: 1 })
  good = false
  await expect(states.next()).rejects.toThrow('revoked')
  expect(ended).toBe(true)
})
