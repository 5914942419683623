import { useQuery } from 'urql'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Facts } from '../../components/facts.tsx'
import { PageHeader, Section } from '../../components/page-header.tsx'
import { Message, Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { count, number } from '../../formatting/format.ts'
import { usePoll } from '../../graphql/use-poll.ts'
import { FAILED_WEBHOOKS, ORGANIZATIONS, PROVIDERS } from './columns.tsx'
import { INSTALLATION, type Installation as Shown } from './documents.ts'

/** Milliseconds between two requests for the state. */
const INTERVAL = 10_000

/** The state of the whole installation, for operators: queues, providers, organizations and failed webhooks. */
export function Installation() {
  const [{ data, error }, refresh] = useQuery({ query: INSTALLATION })
  usePoll(true, refresh, INTERVAL)
  const installation = data?.viewer.installation
  return (
    <>
      <PageHeader
        title="Installation"
        lead="The work of all organizations, without their data. Only operators see this page."
      />
      {!data && <Pending error={error} retry={refresh} height={320} />}
      {data && !installation && (
        <Message
          title="Only operators see this page"
          text="The command answergraph user set-operator makes you one."
        />
      )}
      {installation && <State installation={installation} />}
    </>
  )
}

function State({ installation }: { installation: Shown }) {
  const { providers, organizations, failedWebhooks, scheduleDelaySeconds } = installation
  return (
    <>
      <Facts
        facts={{
          Version: installation.version,
          PostgreSQL: installation.databaseVersion,
          'Unfinished runs': number(installation.unfinishedRuns),
          'Unfinished one-off analyses': number(installation.unfinishedAnalyses),
          'Weekly runs':
            scheduleDelaySeconds < 60
              ? 'on time'
              : `${number(Math.round(scheduleDelaySeconds / 60))} min late`,
          'Pending webhooks': number(installation.pendingWebhooks),
        }}
      />
      <Section title="Providers" note="Questions that wait for an answer, and spending since midnight UTC.">
        {providers.length > 0 ? (
          <Table
            caption="Providers"
            cards
            columns={PROVIDERS}
            rows={providers}
            rowKey={({ provider }) => provider}
          />
        ) : (
          <Message title="No question waits" text="No provider is paused, and nothing was spent today." />
        )}
      </Section>
      <Section
        title={count(organizations.length, 'organization')}
        actions={<ExportMenu name="organizations" columns={ORGANIZATIONS} rows={organizations} />}
      >
        <Table
          caption="Organizations"
          cards
          columns={ORGANIZATIONS}
          rows={organizations}
          rowKey={({ organizationId }) => organizationId}
        />
      </Section>
      <Section title="Failed webhooks" note="The newest that were not delivered after all attempts.">
        {failedWebhooks.length > 0 ? (
          <Table
            caption="Failed webhooks"
            cards
            columns={FAILED_WEBHOOKS}
            rows={failedWebhooks}
            rowKey={({ deliveryId }) => deliveryId}
          />
        ) : (
          <Message title="None" text="Every webhook was delivered, or has attempts left." />
        )}
      </Section>
    </>
  )
}
