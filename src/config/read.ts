import { resolve } from 'node:path'
import type { z } from 'zod'
import { ConfigError } from './error.ts'
import { getOpenId, type OpenIdConfig } from './open-id.ts'
import { readSecretFiles } from './secret-files.ts'
import {
  environmentSchema,
  type LOG_FORMATS,
  type LOG_LEVELS,
  type PROVIDER_CREDENTIALS,
} from './variables.ts'

/** A PostgreSQL server with a URL, or an embedded one that stores its data in a folder. */
export type DatabaseConfig = { mode: 'url'; url: string } | { mode: 'embedded'; dataDirectory: string }

/** A Redis. With Sentinels, as `host:port`, they know its address, and the host of the URL is its name. */
export interface RedisConfig {
  url: string
  sentinels: readonly string[]
}

/** The judge: a language model that labels answers, on a server with the API of OpenAI's chat completions. */
export interface JudgeConfig {
  baseUrl: string
  model: string
  apiKey: string | null
  /** Maximum number of tokens per organization and UTC day. */
  dailyTokens: number
  /** Probability of a label, 0…1, below which the judge is asked; 1 asks about all. */
  below: number
}

/** The mail server and the sender of all messages. */
export interface MailConfig {
  url: string
  from: string
}

/** The validated settings of a process. */
export interface Config {
  port: number
  host: string
  /** Time between a stop signal and the end of the port, in seconds. */
  drainSeconds: number
  database: DatabaseConfig
  dataDirectory: string
  redis: RedisConfig | null
  providersFile: string | null
  /** Which credentials of vendors are used: environment variables, credentials entered in the product, or both. */
  providerCredentials: (typeof PROVIDER_CREDENTIALS)[number]
  /** File that collects all real answers; null if disabled. */
  answerLogFile: string | null
  /** Null if answers are extracted by rules only. */
  judge: JudgeConfig | null
  /** Maximum cost of all questions per UTC day, in US dollars; null without a limit. */
  spendLimit: { perDay: number | null; perOrganizationPerDay: number | null }
  /** Days for which raw responses and texts of answers are kept, null without a limit, and logs, null for the default. */
  retention: { rawDays: number | null; textDays: number | null; logDays: number | null }
  /** Null if SECRET_KEY is unset. In embedded mode, a key in the data folder is used instead. */
  secretKey: string | null
  /** The key that SECRET_KEY replaces. Secrets that it encrypted can still be read; null without a rotation. */
  previousSecretKey: string | null
  rateLimitPerMinute: number
  /** Memory for cached responses about ended analyses, in bytes; 0 disables the cache. */
  graphqlCacheBytes: number
  /** Allowed GraphQL documents by their hash; null if all documents are allowed. */
  persistedOperations: ReadonlyMap<string, string> | null
  /**
   * Origin under which users reach this installation, such as `https://brands.example.com`. Other values of the headers Host
   * and Origin are rejected. If null, a server on a loopback address accepts only loopback names as Host. A server on any other
   * address then accepts every Host, because the proxy in front of it has to check the header.
   */
  publicUrl: string | null
  /** Null if email is disabled. Links are then returned to the requester. */
  mail: MailConfig | null
  /** Path of Chromium; `off` to print no PDF files; null for the first one on the PATH. */
  chromiumPath: string | null
  /** Null without sign-in with OpenID Connect. */
  openId: OpenIdConfig | null
  /** Addresses and CIDR blocks of proxies with a trusted X-Forwarded-For header. */
  trustedProxies: string[]
  /** `host:port` pairs that webhooks and setups may reach even if they are private or use other ports. */
  outboundAllow: string[]
  /** Whether the pages that answers cite are fetched. */
  readsCitedPages: boolean
  /** Null without tracing. The libraries read the address of the collector from the environment. */
  tracing: { serviceName: string } | null
  /** Where Prometheus collects metrics: on a separate port, or on the main port with a token; null if not there. */
  metrics: { port: number | null; token: string | null }
  logLevel: (typeof LOG_LEVELS)[number]
  /** Null: text on a terminal, otherwise JSON. */
  logFormat: (typeof LOG_FORMATS)[number] | null
  /** The whole environment, which contains the credentials of providers. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Reads and validates the environment. Empty variables count as unset. A secret may be in a file; see {@link readSecretFiles}.
 * @throws {ConfigError} with the names of all invalid variables
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const nonEmpty = readSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  )
  const parsed = environmentSchema.safeParse(nonEmpty)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(lines.join('\n'))
  }
  const { data } = parsed
  if (data.DATABASE_URL && !data.SECRET_KEY) {
    throw new ConfigError(
      'SECRET_KEY is required with DATABASE_URL (it encrypts webhook secrets and signs sessions); generate one with: openssl rand -base64 32',
    )
  }
  if (data.SECRET_KEY_PREVIOUS && !data.SECRET_KEY) {
    throw new ConfigError(
      'SECRET_KEY is required with SECRET_KEY_PREVIOUS, which is the key that it replaces',
    )
  }
  if (data.REDIS_SENTINELS.length > 0 && !data.REDIS_URL) {
    throw new ConfigError(
      'REDIS_URL is required with REDIS_SENTINELS; its host is the name of the primary, as in redis://mymaster',
    )
  }
  const dataDirectory = resolve(data.DATA_DIR)
  return {
    port: data.PORT,
    host: data.HOST,
    drainSeconds: data.DRAIN_SECONDS,
    database: data.DATABASE_URL
      ? { mode: 'url', url: data.DATABASE_URL }
      : { mode: 'embedded', dataDirectory },
    dataDirectory,
    redis: data.REDIS_URL ? { url: data.REDIS_URL, sentinels: data.REDIS_SENTINELS } : null,
    providersFile: data.PROVIDERS_FILE ?? null,
    providerCredentials: data.PROVIDER_CREDENTIALS,
    answerLogFile: data.RECORD_ANSWERS ?? null,
    judge: getJudge(data),
    spendLimit: {
      perDay: data.DAILY_SPEND_USD ?? null,
      perOrganizationPerDay: data.DAILY_SPEND_USD_PER_ORGANIZATION ?? null,
    },
    retention: {
      rawDays: data.RETENTION_RAW_DAYS ?? null,
      textDays: data.RETENTION_TEXT_DAYS ?? null,
      logDays: data.RETENTION_LOG_DAYS ?? null,
    },
    secretKey: data.SECRET_KEY ?? null,
    previousSecretKey: data.SECRET_KEY_PREVIOUS ?? null,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    graphqlCacheBytes: data.GRAPHQL_CACHE_MEGABYTES * 1_000_000,
    persistedOperations: data.PERSISTED_OPERATIONS_FILE ?? null,
    publicUrl: data.PUBLIC_URL ?? null,
    mail: getMail(data),
    chromiumPath: data.CHROMIUM_PATH ?? null,
    openId: getOpenId(data),
    trustedProxies: data.TRUST_PROXY,
    outboundAllow: data.OUTBOUND_ALLOW,
    readsCitedPages: data.CITED_PAGES === 'on',
    tracing: data.OTEL_EXPORTER_OTLP_ENDPOINT ? { serviceName: data.OTEL_SERVICE_NAME } : null,
    metrics: { port: data.METRICS_PORT ?? null, token: data.METRICS_TOKEN ?? null },
    logLevel: data.LOG_LEVEL,
    logFormat: data.LOG_FORMAT ?? null,
    environment: nonEmpty,
  }
}

type Environment = z.infer<typeof environmentSchema>

function getJudge(data: Environment): JudgeConfig | null {
  const { JUDGE_BASE_URL: baseUrl, JUDGE_MODEL: model } = data
  if (baseUrl === undefined && model === undefined) return null
  if (baseUrl === undefined) throw new ConfigError('JUDGE_BASE_URL is required with JUDGE_MODEL')
  if (model === undefined) throw new ConfigError('JUDGE_MODEL is required with JUDGE_BASE_URL')
  return {
    baseUrl,
    model,
    apiKey: data.JUDGE_API_KEY ?? null,
    dailyTokens: data.JUDGE_DAILY_TOKENS,
    below: data.JUDGE_BELOW_PERCENT / 100,
  }
}

function getMail({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL }: Environment): MailConfig | null {
  if (url === undefined) return null
  if (from === undefined) throw new ConfigError('MAIL_FROM is required with SMTP_URL')
  if (PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL is required with SMTP_URL: messages contain links to this installation')
  }
  return { url, from }
}
