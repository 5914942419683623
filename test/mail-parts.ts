/** A part of a message. */
interface MailPart {
  type: string
  content: Buffer
  /** The content as UTF-8. */
  text: string
}

/** The headers of a message, by their names in lower case, and its parts. */
interface ParsedMail {
  headers: ReadonlyMap<string, string>
  parts: MailPart[]
}

/** Parses a message (RFC 5322, RFC 2045), as far as the messages of this product need it. */
export function parseMail(source: string): ParsedMail {
  const { headers } = splitMessage(source)
  return { headers, parts: listParts(source) }
}

function splitMessage(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), body: source.slice(end + 4) }
}

function listParts(source: string): MailPart[] {
  const { headers, body } = splitMessage(source)
  const contentType = headers.get('content-type') ?? 'text/plain'
  const [, boundary] = /boundary="([^"]+)"/.exec(contentType) ?? []
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    return parts.flatMap((part) => listParts(part.replace(/^\r\n/, '')))
  }
  const content = decode(body, headers.get('content-transfer-encoding') ?? '7bit')
  return [{ type: contentType.split(';')[0] ?? '', content, text: content.toString('utf8') }]
}

function decode(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
