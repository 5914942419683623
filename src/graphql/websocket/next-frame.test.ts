import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { nextFrame } from './next-frame.ts'

/** The shortest and longest message of each of the three header formats, and a message with characters of several bytes. */
const LENGTHS = [125, 126, 65_535, 65_536]

test('a client reads the frames as the messages of its operation, in order', async () => {
  const ids = ['1', 'ä"\\😀']
  const messages = ids.flatMap((id) => {
    const around = Buffer.byteLength(JSON.stringify({ id, type: 'next', payload: '' }))
    const texts = [...LENGTHS.map((length) => 'x'.repeat(length - around)), 'größer 😀']
    return texts.map((text) => ({ id, text, frame: nextFrame(id, JSON.stringify(text)) }))
  })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, stream, head) => {
    sockets.handleUpgrade(request, stream, head, () => {
      for (const { frame } of messages) stream.write(frame)
    })
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const received: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject)
      client.on('message', (data, isBinary) => {
        received.push(isBinary ? data : JSON.parse(String(data)))
        if (received.length === messages.length) resolve()
      })
    })
    expect(received).toEqual(messages.map(({ id, text }) => ({ id, type: 'next', payload: text })))
  } finally {
    client.terminate()
    sockets.close()
    server.close()
  }
})
