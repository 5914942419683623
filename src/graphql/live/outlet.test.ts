import { expect, test } from 'vitest'
import { CoalescingOutlet, type Message } from './outlet.ts'

function pipe() {
  const state = { full: false, sent: [] as string[], ended: 0 }
  const outlet = new CoalescingOutlet({
    send: ({ json }) => void state.sent.push(json),
    end: () => {
      state.ended += 1
    },
    full: () => state.full,
  })
  return { state, outlet }
}

const message = (subject: string, seq: number): Message => ({ json: `${subject}${seq}`, seq, subject })

test('a client that keeps up gets every state in order', () => {
  const { state, outlet } = pipe()
  for (const seq of [1, 2, 3]) outlet.next(message('a', seq))
  outlet.complete()
  expect(state).toMatchObject({ sent: ['a1', 'a2', 'a3'], ended: 1 })
})

test('for a client that is behind only the newest state of each subject waits, and the end comes after it', () => {
  const { state, outlet } = pipe()
  outlet.next(message('a', 1))
  state.full = true
  for (let seq = 2; seq <= 10_000; seq += 1) outlet.next(message(seq % 2 ? 'a' : 'b', seq))
  expect(outlet.waiting).toBe(2)
  outlet.complete()
  outlet.drain()
  expect(state).toMatchObject({ sent: ['a1'], ended: 0 })
  state.full = false
  outlet.drain()
  expect(state).toMatchObject({ sent: ['a1', 'a9999', 'b10000'], ended: 1 })
})

test('what comes while the client catches up does not overtake what waits', () => {
  const { state, outlet } = pipe()
  state.full = true
  outlet.next(message('a', 1))
  state.full = false
  outlet.next(message('b', 2))
  expect(state.sent).toEqual([])
  outlet.drain()
  outlet.next(message('a', 3))
  expect(state.sent).toEqual(['a1', 'b2', 'a3'])
})
