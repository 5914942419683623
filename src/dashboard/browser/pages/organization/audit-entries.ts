import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Fetches a page of the audit log. */
export const AUDIT_LOG = graphql(`
  query AuditLog($first: Int!, $after: String) {
    viewer {
      organization {
        id
        auditLog(first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            id
            at
            action
            target
            actorType
            actorName
            address
          }
        }
      }
    }
  }
`)

export type Entry = NonNullable<
  ResultOf<typeof AUDIT_LOG>['viewer']['organization']['auditLog']
>['nodes'][number]

/** Words for what happened. The target follows after a colon. */
export const ACTION_WORDS: Record<Entry['action'], string> = {
  ORGANIZATION_CREATED: 'Installation set up',
  PLAN_CHANGED: 'Plan changed',
  OPERATOR_ADDED: 'Operator of the installation added',
  OPERATOR_REMOVED: 'Operator of the installation removed',
  RETENTION_CHANGED: 'Retention of answers changed',
  BRANDING_CHANGED: 'Branding changed',
  REPORT_SCHEDULE_CHANGED: 'Scheduled reports changed',
  SHARE_LINK_CREATED: 'Shared link created',
  SHARE_LINK_REVOKED: 'Shared link revoked',
  CREDITS_GRANTED: 'Credits added',
  SESSION_OPENED: 'Signed in',
  SESSION_FAILED: 'Sign-in failed',
  OPEN_ID_CONNECTED: 'Connected an identity provider',
  TWO_FACTOR_ENABLED: 'Turned on two-factor authentication',
  TWO_FACTOR_DISABLED: 'Turned off two-factor authentication',
  TWO_FACTOR_RESET: 'Two-factor authentication turned off',
  RECOVERY_CODE_USED: 'Signed in with a recovery code',
  SESSION_ENDED: 'Sessions ended',
  PASSWORD_CHANGED: 'Password changed',
  PASSWORD_RESET: 'Password set with a link',
  PASSWORD_RESET_SENT: 'Password link created',
  MEMBER_INVITED: 'Invited',
  MEMBER_JOINED: 'Joined',
  MEMBER_ADDED: 'Member added',
  MEMBER_ROLE_CHANGED: 'Role changed',
  MEMBER_REMOVED: 'Member removed',
  INVITATION_REVOKED: 'Invitation deleted',
  KEY_CREATED: 'API key created',
  KEY_REVOKED: 'API key revoked',
  CREDENTIAL_SAVED: 'Provider credentials stored',
  CREDENTIAL_DELETED: 'Provider credentials deleted',
  WEBHOOK_CREATED: 'Webhook created',
  WEBHOOK_DELETED: 'Webhook deleted',
  WEBHOOK_SECRET_SHOWN: 'Signing secret shown',
  WEBHOOK_SECRET_REPLACED: 'Signing secret replaced',
  PROJECT_CREATED: 'Project created',
  PROJECT_DELETED: 'Project deleted',
  PROJECT_CHANGED: 'Project settings changed',
  PROMPTS_CHANGED: 'Prompts changed',
  COMPETITORS_CHANGED: 'Competitors changed',
  FACTS_CHANGED: 'Facts changed',
  DISCOVERED_BRANDS_CHANGED: 'Discovered brands changed',
  PROMPT_SUGGESTIONS_CHANGED: 'Prompt suggestion dismissed or restored',
  OPPORTUNITIES_CHANGED: 'Opportunity changed',
  SCHEDULE_CHANGED: 'Schedule changed',
  SETUP_CHANGED: 'Setup or suggestions',
  LABELS_CORRECTED: 'Labels of an answer corrected or confirmed',
  LABELS_RESTORED: 'Correction of labels removed',
  ALERT_RULES_CHANGED: 'Rules for alerts',
  REPORTING_ROLE_CREATED: 'Reporting role created',
  REPORTING_ROLE_REVOKED: 'Reporting role revoked',
  REPORTING_ROLE_ROTATED: 'Password of a reporting role replaced',
}

/** Returns who caused an entry. */
export function actorOf({ actorType, actorName }: Pick<Entry, 'actorType' | 'actorName'>): string {
  switch (actorType) {
    case 'MEMBER':
      return actorName ?? 'a former member'
    case 'KEY':
      return `key ${actorName ?? ''}`.trim()
    case 'OPERATOR':
      return 'the operator'
    case 'JOB':
      return 'a background job'
  }
}
