import type { Transporter } from 'nodemailer'

/** A file in a message. */
export interface Attachment {
  filename: string
  contentType: string
  content: Uint8Array
  /** If set, the HTML shows the file as the image `cid:` with this id. */
  contentId?: string
}

/** A message to one address. */
export interface Message {
  to: string
  /** Name of the sender; by default, the name in the configured sender. */
  fromName?: string
  subject: string
  text: string
  /** The same content as HTML; none by default. */
  html?: string
  attachments?: readonly Attachment[]
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  /** Message-ID with angle brackets; random by default. */
  messageId?: string
}

/** Sends email. */
export interface Mailer {
  /**
   * Sends a message. Resolves once the mail server has accepted it.
   * @throws {RecipientRefusedError} if the mail server rejects the address; any other error if the message could not be sent
   */
  send(message: Message): Promise<void>
  /**
   * Connects and signs in to the mail server without sending a message.
   * @throws if that fails
   */
  check(): Promise<void>
}

/** The mail server permanently rejected the address of a message. */
export class RecipientRefusedError extends Error {
  override readonly name = 'RecipientRefusedError'
}

/** Time limit for each step of the mail server in milliseconds. The defaults of nodemailer are up to ten minutes. */
const TIMEOUT = 10_000

/**
 * Creates a mailer for SMTP. The library is loaded with the first message.
 * @param options.url `smtp://` or `smtps://`, with user name and password if the server requires them
 * @param options.from sender, such as `Answergraph <noreply@example.com>`
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
    async send({ fromName, attachments = [], headers = {}, ...message }) {
      const transport = await open()
      try {
        await transport.sendMail({
          ...message,
          from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
          headers: { ...headers },
          attachments: attachments.map(({ contentId, content, ...attachment }) => ({
            ...attachment,
            content: Buffer.from(content),
            ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
          })),
        })
      } catch (error) {
        if (isRecipientRefusal(error)) throw new RecipientRefusedError(error.message, { cause: error })
        throw error
      }
    },
  }
}

/** Returns the address of a sender, such as `noreply@example.com` for `Answergraph <noreply@example.com>`. */
function addressOf(sender: string): string {
  return /<([^>]+)>$/.exec(sender)?.[1] ?? sender
}

/** Whether an error is a permanent rejection of the recipient (5xx, RFC 5321). */
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
