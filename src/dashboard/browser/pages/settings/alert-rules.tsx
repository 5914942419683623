import { useMutation } from 'urql'
import { Select } from '../../components/select.tsx'
import { ActionError } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { SEVERITY_WORDS } from '../alerts/severity.tsx'
import styles from './settings.module.css'

/** The rules for the alerts of a project. */
export const ALERT_RULES = graphql(`
  fragment AlertRules on Project @_unmask {
    id
    databaseId
    alertRules {
      kind
      enabled
      severity
      direction
    }
  }
`)

const UPDATE = graphql(
  `
    mutation UpdateAlertRule($input: UpdateAlertRuleInput!) {
      updateAlertRule(input: $input) {
        project {
          ...AlertRules
        }
      }
    }
  `,
  [ALERT_RULES],
)

type Rule = ResultOf<typeof ALERT_RULES>['alertRules'][number]

const LABELS: Record<Rule['kind'], string> = {
  METRIC_MOVED: 'A metric moved',
  COMPETITOR_OVERTOOK: 'A competitor overtook the brand',
  BRAND_APPEARED: 'A new brand appeared',
  SITE_APPEARED: 'A new site is cited',
  SITE_LOST: 'A site is no longer cited',
  BRAND_DENIED: 'More answers do not know the brand',
  BRAND_DISCOURAGED: 'More answers advise against the brand',
  FACT_CONTRADICTED: 'More answers contradict a fact',
  PROVIDER_FAILED: 'A provider failed',
  PROVIDER_CHANGED: 'Answers of a provider cannot be read',
  RUN_LATE: 'A weekly run is late',
  CREDITS_LOW: 'Credits run low',
  SPEND_HIGH: 'A daily spend limit is nearly reached',
}

const SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const
const DIRECTIONS = { ANY: 'rises and falls', RISE: 'rises', FALL: 'falls' } as const

/** Turns rules on and off and sets how urgent their alerts are. */
export function AlertRules({ settings }: { settings: ResultOf<typeof ALERT_RULES> }) {
  const [{ error }, update] = useMutation(UPDATE)
  const { databaseId: projectId, alertRules } = settings
  const change = (rule: Rule, changed: Partial<Pick<Rule, 'enabled' | 'severity' | 'direction'>>) =>
    void update({ input: { projectId, kind: rule.kind, ...changed } })
  return (
    <>
      <p>
        All changes of a run are tested together, so chance alone raises an alert in at most one of twenty
        runs. Each member chooses in their account which alerts they get by email.
      </p>
      <ActionError error={error} />
      <Table<Rule>
        cards
        caption="Rules for alerts"
        rows={alertRules}
        rowKey={({ kind }) => kind}
        columns={[
          {
            id: 'rule',
            title: 'Alert when',
            inCard: 'title',
            value: ({ kind }) => LABELS[kind],
            cell: (rule) => (
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={rule.enabled}
                  onChange={({ target }) => change(rule, { enabled: target.checked })}
                />
                {LABELS[rule.kind]}
              </label>
            ),
          },
          {
            id: 'severity',
            title: 'Severity',
            value: ({ severity }) => SEVERITY_WORDS[severity],
            cell: (rule) => (
              <Select
                label={`Severity: ${LABELS[rule.kind]}`}
                hidesLabel
                value={rule.severity}
                choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] }))}
                onChange={(chosen) => {
                  const severity = SEVERITIES.find((value) => value === chosen)
                  if (severity) change(rule, { severity })
                }}
              />
            ),
          },
          {
            id: 'direction',
            title: 'Watches',
            value: ({ kind, direction }) => (kind === 'METRIC_MOVED' ? DIRECTIONS[direction] : null),
            cell: (rule) =>
              rule.kind === 'METRIC_MOVED' ? (
                <Select
                  label="Direction"
                  hidesLabel
                  value={rule.direction}
                  choices={Object.entries(DIRECTIONS).map(([value, label]) => ({ value, label }))}
                  onChange={(chosen) => {
                    if (chosen === 'ANY' || chosen === 'RISE' || chosen === 'FALL')
                      change(rule, { direction: chosen })
                  }}
                />
              ) : null,
          },
        ]}
      />
    </>
  )
}
