import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMutation, useQuery } from 'urql'
import { Facts } from '../../components/facts.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { dayAndTime, decimal, percent, points, signed } from '../../formatting/format.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import styles from './alerts.module.css'
import { ALERT, type Alert, MARK_READ } from './documents.ts'
import { MuteActions } from './mute-actions.tsx'
import { SeePage } from './see-page.tsx'
import { Severity } from './severity.tsx'

const HERE = '/organizations/$organizationId/projects/$projectId/alerts/$alertId'

/** An alert with its evidence: figures, intervals and quoted answers. Opening it marks it as read. */
export function AlertPage() {
  const { alertId, projectId, organizationId } = useParams({ from: HERE })
  const [{ data, error }, retry] = useQuery({
    query: ALERT,
    variables: { projectId, id: btoa(`Alert:${alertId}`) },
  })
  const [, markRead] = useMutation(MARK_READ)
  const alert = data?.node && 'evidence' in data.node ? data.node : null
  const isUnread = alert?.isRead === false
  useEffect(() => {
    if (isUnread) void markRead({ input: { projectId, alertIds: [alertId] } })
  }, [isUnread, markRead, projectId, alertId])
  if (!data) return <Pending error={error} retry={retry} height={320} label="Loading the alert" />
  if (!alert) return <Message title="This alert does not exist" text="It may belong to another project." />
  const { evidence, run } = alert
  return (
    <>
      <PageHeader title={alert.title} lead={<Severity severity={alert.severity} />} />
      <p>
        <Link
          to="/organizations/$organizationId/projects/$projectId/alerts"
          params={{ organizationId, projectId }}
        >
          All alerts
        </Link>
      </p>
      <Figures alert={alert} />
      {evidence.quotes.length > 0 && (
        <Section title="What answers say" note="From different prompts, without Markdown.">
          <div className={styles.quotes}>
            {evidence.quotes.map(({ resultId, promptText, provider, text }) => (
              <figure key={resultId}>
                <blockquote>{text}</blockquote>
                <figcaption className={styles.time}>
                  {provider} on “{promptText}”{' '}
                  <AnswersLink search={{ ...(run && { run: run.databaseId }), answer: resultId }}>
                    open the answer
                  </AnswersLink>
                </figcaption>
              </figure>
            ))}
          </div>
        </Section>
      )}
      <Section title="What now">
        <div className={styles.actions}>
          <SeePage alert={alert} />
          {evidence.figures && (
            <Link
              to="/organizations/$organizationId/projects/$projectId/opportunities"
              params={{ organizationId, projectId }}
            >
              What to do next
            </Link>
          )}
          <MuteActions alert={alert} projectId={projectId} mutes={data.project?.alertMutes ?? []} />
        </div>
      </Section>
    </>
  )
}

function Figures({ alert: { evidence, createdAt } }: { alert: Alert }) {
  const { figures, failures, metric } = evidence
  const isShare = metric !== 'sentiment' && metric !== 'averagePosition'
  const show = (value: number) =>
    isShare ? percent(value) : metric === 'sentiment' ? signed(value, 2) : decimal(value)
  const change = (value: number) => (isShare ? points(value) : signed(value, 2))
  return (
    <Facts
      facts={{
        ...(figures && {
          Before: show(figures.previousValue),
          Now: show(figures.value),
          Change: `${change(figures.difference)} (95 % interval ${change(figures.low)} to ${change(figures.high)})`,
          'Prompts compared': figures.promptCount,
          'P-value, adjusted': figures.pValue < 0.001 ? '< 0.001' : figures.pValue.toFixed(3),
        }),
        ...(failures && {
          'Without an answer': `${failures.failed} of ${failures.total}`,
          Reason: failures.reason,
        }),
        Raised: dayAndTime(createdAt),
      }}
    />
  )
}
