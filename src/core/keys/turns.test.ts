import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndTurn, Priority } from './turn-request.ts'
import { TURN_LIMITS, Turns } from './turns.ts'

const LIMITS = { ...TURN_LIMITS, turns: 2, saturatedTurns: 2, waiting: 20 }

/** Asks for turns, and records who has started, who was refused, and with which Retry-After. */
function open(limits = LIMITS) {
  const counted: Priority[] = []
  const turns = new Turns((priority) => counted.push(priority), limits)
  const started: string[] = []
  const refused: [caller: string, retryAfter: number | null][] = []
  const ends: EndTurn[] = []
  const ask = async (caller: string, priority: Priority = 'interactive', isConnected = () => true) => {
    await turns.take({ caller, priority, isConnected }).then(
      (end) => {
        started.push(caller)
        ends.push(end)
      },
      ({ retryAfter }) => refused.push([caller, retryAfter]),
    )
  }
  const endNext = async () => {
    ends.shift()?.()
    await Promise.resolve()
    await new Promise(process.nextTick)
  }
  return { ask, endNext, started, refused, counted }
}

describe('turns', () => {
  it('let the allowed number of requests run, and the next one when a turn ends', async () => {
    const { ask, endNext, started } = open()
    await Promise.all([ask('a'), ask('b')])
    void ask('c')
    void ask('d')
    await endNext()
    expect(started).toEqual(['a', 'b', 'c'])
    await endNext()
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  it('go to the caller with the fewest recent turns, however many requests of others have waited for longer', async () => {
    const { ask, endNext, started } = open()
    await Promise.all([ask('noisy'), ask('noisy')])
    for (let n = 0; n < 5; n += 1) void ask('noisy')
    void ask('quiet')
    await endNext()
    expect(started).toEqual(['noisy', 'noisy', 'quiet'])
  })

  it('go to interactive requests before bulk requests, which have at most half of them', async () => {
    const { ask, endNext, started } = open()
    await ask('export 1', 'bulk')
    void ask('export 2', 'bulk')
    await ask('read 1')
    void ask('read 2')
    await endNext()
    expect(started).toEqual(['export 1', 'read 1', 'read 2'])
    await endNext()
    expect(started).toEqual(['export 1', 'read 1', 'read 2', 'export 2'])
  })

  it('are refused to a caller with too many waiting requests, while other callers may still wait', async () => {
    const { ask, endNext, started, refused, counted } = open()
    await Promise.all([ask('noisy'), ask('other')])
    for (let n = 0; n < 12; n += 1) void ask('noisy')
    void ask('quiet')
    await endNext()
    expect(refused).toEqual([
      ['noisy', 1],
      ['noisy', 1],
    ])
    expect(counted).toEqual(['interactive', 'interactive'])
    expect(started.at(-1)).toBe('quiet')
  })

  it('are not given to a client that has disconnected while it waited', async () => {
    const { ask, endNext, started, counted } = open()
    await Promise.all([ask('a'), ask('b')])
    void ask('gone', 'interactive', () => false)
    void ask('c')
    await endNext()
    expect(started).toEqual(['a', 'b', 'c'])
    expect(counted).toEqual([])
  })
})

describe('over time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('requests that have waited too long are refused, and bulk requests have to wait longer before they try again', async () => {
    const { ask, started, refused } = open({ ...LIMITS, turnTime: 60_000 })
    await Promise.all([ask('a'), ask('b')])
    void ask('c')
    void ask('d', 'bulk')
    await vi.advanceTimersByTimeAsync(LIMITS.waitingTime + 100)
    expect(started).toEqual(['a', 'b'])
    expect(refused).toEqual([
      ['c', 1],
      ['d', 5],
    ])
  })

  it('an overloaded process refuses requests after a shorter time', async () => {
    const { ask, refused } = open({ ...LIMITS, turnTime: 60_000, waitingTime: 60_000 })
    await Promise.all([ask('a'), ask('b')])
    void ask('c')
    await vi.advanceTimersByTimeAsync(LIMITS.overloadedAfter - 100)
    expect(refused).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(refused).toEqual([['c', 1]])
  })

  it('requests that began to wait at the same time are refused one after the other', async () => {
    const { ask, refused } = open({ ...LIMITS, turnTime: 60_000 })
    await Promise.all([ask('a'), ask('b')])
    for (let n = 0; n < 8; n += 1) void ask('c')
    await vi.advanceTimersByTimeAsync(LIMITS.waitingTime + 40)
    expect(refused.length).toBeGreaterThan(1)
    expect(refused.length).toBeLessThan(8)
    await vi.advanceTimersByTimeAsync(100)
    expect(refused).toHaveLength(8)
  })

  it('a request that takes long does not keep others from running', async () => {
    const { ask, started } = open()
    await Promise.all([ask('slow 1'), ask('slow 2')])
    void ask('c')
    await vi.advanceTimersByTimeAsync(LIMITS.turnTime + 100)
    expect(started).toEqual(['slow 1', 'slow 2', 'c'])
  })
})
