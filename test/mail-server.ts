import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A message received by the mail server. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body, as sent. */
  source: string
}

/** A mail server on the loopback address that keeps all messages. It rejects recipients that start with `refused`. */
export interface MailServer {
  /** Value for SMTP_URL. */
  url: string
  /** Messages received so far. */
  received: ReceivedMail[]
  close(): Promise<void>
}

/**
 * Opens a mail server on a free port.
 * @param onLogin receives the password of each client. Without it, clients cannot sign in, and do not need to
 */
export async function openMailServer({
  onLogin,
}: {
  onLogin?: (password: string) => void
} = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: onLogin ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth({ username, password }, _session, callback) {
      onLogin?.(password ?? '')
      callback(null, { user: username ?? '' })
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 })
      callback(address.startsWith('refused') ? refusal : null)
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      void text(stream).then((source) => {
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(({ address }) => address), source })
        callback()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
