/** Days for which an installation or an organization keeps data. Null: without a limit, except as stated. */
export interface Retention {
  /** For the raw responses of providers, after their run or analysis has ended. */
  rawDays: number | null
  /** For the texts of answers, after their run or analysis has ended. Raw responses are never kept longer. */
  textDays: number | null
  /** For the audit log and ended deliveries of webhooks. Null: 400 and 90 days. */
  logDays: number | null
}

/** Dependencies of verbs that delete old data. */
export interface RetentionDeps {
  /** Default of the installation, which organizations can replace. */
  retention: Retention
}
