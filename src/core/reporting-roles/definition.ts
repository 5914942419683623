import type { ReportingRole } from '../../generated/prisma/client.ts'

/** A role of PostgreSQL that reads the rows of one organization in the schema `reporting`. */
export interface ReportingRoleRecord {
  role: string
  organizationId: string
  createdAt: Date
  /** When it last got a new password; null if it has the first one. */
  rotatedAt: Date | null
}

/** A role with its password, which cannot be retrieved again. */
export interface ReportingLogin extends ReportingRoleRecord {
  password: string
  /** Name of the database to connect to. */
  database: string
}

export function toReportingRoleRecord({
  roleName,
  organizationId,
  createdAt,
  rotatedAt,
}: ReportingRole): ReportingRoleRecord {
  return { role: roleName, organizationId, createdAt, rotatedAt }
}
