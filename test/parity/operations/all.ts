import type { Operation } from '../operation.ts'
import { ALERT_INBOX_OPERATIONS, ALERT_OPERATIONS } from './alerts.ts'
import { ANALYSIS_OPERATIONS } from './analyses.ts'
import { ANSWER_OPERATIONS } from './answers.ts'
import { CANCELLATIONS } from './cancellations.ts'
import { CREDENTIAL_OPERATIONS } from './credentials.ts'
import { DISCOVERED_BRAND_OPERATIONS } from './discovered-brands.ts'
import { FACT_OPERATIONS } from './facts.ts'
import { FIGURE_OPERATIONS } from './figures.ts'
import { GRAPH_OPERATIONS } from './graph.ts'
import { GRAPH_CHANGES } from './graph-changes.ts'
import { KEY_OPERATIONS } from './keys.ts'
import { OPERATOR_OPERATIONS } from './operator.ts'
import { OPPORTUNITY_OPERATIONS } from './opportunities.ts'
import { PEOPLE_OPERATIONS } from './people.ts'
import { PROJECT_OPERATIONS } from './projects.ts'
import { PROMPT_OPERATIONS } from './prompts.ts'
import { REPORT_OPERATIONS } from './reports.ts'
import { RUN_OPERATIONS } from './runs.ts'
import { SETTINGS_OPERATIONS } from './settings.ts'
import { SHARING_OPERATIONS } from './sharing.ts'
import { THEME_OPERATIONS } from './themes.ts'
import { WEBHOOK_OPERATIONS } from './webhooks.ts'

/** The table of all operations of all surfaces. */
export const OPERATIONS: readonly Operation[] = [
  ...PROJECT_OPERATIONS,
  ...PROMPT_OPERATIONS,
  ...SETTINGS_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ALERT_OPERATIONS,
  ...ALERT_INBOX_OPERATIONS,
  ...FACT_OPERATIONS,
  ...SHARING_OPERATIONS,
  ...RUN_OPERATIONS,
  ...ANALYSIS_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...FIGURE_OPERATIONS,
  ...DISCOVERED_BRAND_OPERATIONS,
  ...THEME_OPERATIONS,
  ...OPPORTUNITY_OPERATIONS,
  ...ANSWER_OPERATIONS,
  ...CANCELLATIONS,
  ...KEY_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...GRAPH_OPERATIONS,
  ...GRAPH_CHANGES,
  ...OPERATOR_OPERATIONS,
]
