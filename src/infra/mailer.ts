import type { Transporter } from 'nodemailer'

/** A message in plain text to one address. */
export interface Message {
  to: string
  subject: string
  text: string
}

/** Sends e-mail. */
export interface Mailer {
  /**
   * Resolves once the mail server has accepted the message.
   * @throws {RecipientRefusedError} when the mail server does not accept the address; any other error when it could not be sent
   */
  send(message: Message): Promise<void>
  /**
   * Connects and signs in to the mail server; sends nothing.
   * @throws when that fails
   */
  check(): Promise<void>
}

/** Thrown when the mail server permanently refuses the address of a message. */
export class RecipientRefusedError extends Error {
  override readonly name = 'RecipientRefusedError'
}

/** How long the mail server may take for each step, in milliseconds; nodemailer's own limits are up to ten minutes. */
const TIMEOUT = 10_000

/**
 * Creates a mailer for SMTP. The library is loaded with the first message.
 * @param url `smtp://` or `smtps://`, with user name and password where the server needs them
 * @param from the sender, such as `Answergraph <noreply@example.com>`
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  let transport: Promise<Transporter> | undefined
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
    return createTransport({ url, dnsTimeout: TIMEOUT, ...timeouts })
  }
  const open = () => {
    transport ??= load()
    return transport
  }
  return {
    async check() {
      await (await open()).verify()
    },
    async send(message) {
      const transport = await open()
      try {
        await transport.sendMail({ ...message, from })
      } catch (error) {
        if (isRecipientRefusal(error)) throw new RecipientRefusedError(error.message, { cause: error })
        throw error
      }
    },
  }
}

/** A permanent refusal (5xx, RFC 5321) of the recipient. */
function isRecipientRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}
