import { expect, test } from 'vitest'
import { subscriptionStates } from './subscriptions.ts'

const state = (seq: number) => ({ seq, finishedAt: null })

/** Yields two states, then waits for a change that never comes. */
function source() {
  const ended: string[] = []
  async function* states(signal: AbortSignal) {
    try {
      yield state(1)
      yield state(2)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      })
    } finally {
      ended.push('ended')
    }
  }
  return { subscribe: async (signal: AbortSignal) => states(signal), ended }
}

test('return() ends a source immediately, even if it waits for a change that never comes', async () => {
  const { subscribe, ended } = source()
  const states = await subscriptionStates(subscribe)
  expect(await states.next()).toEqual({ done: false, value: state(1) })
  expect(await states.next()).toEqual({ done: false, value: state(2) })
  const pending = states.next()
  await states.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(ended).toEqual(['ended'])
})

test('current() reads the current state independently of the iteration, and leaves no source open', async () => {
  const { subscribe, ended } = source()
  const states = await subscriptionStates(subscribe)
  expect(await states.current()).toEqual(state(1))
  expect(ended).toEqual(['ended'])
  expect(await states.next()).toEqual({ done: false, value: state(1) })
})
