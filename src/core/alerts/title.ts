import { METRICS } from '../../metrics/definitions.ts'
import { createFigures, DEFAULT_READER } from '../foundation/figures.ts'
import type { AlertEvidence, AlertKind } from './definition.ts'

const { percent, signed } = createFigures(DEFAULT_READER)

/** Returns an alert as one sentence in English, with both values of a change. */
export function titleOf(kind: AlertKind, evidence: AlertEvidence): string {
  const { name, label, figures, failures, budget, dueAt } = evidence
  const about = label ?? name ?? ''
  const fromTo = figures ? ` (${percent(figures.previousValue)} before, ${percent(figures.value)} now)` : ''
  switch (kind) {
    case 'metric_moved':
      return movedTitle(evidence)
    case 'competitor_overtook':
      return figures
        ? `${about} overtook the brand: its mention rate was ${pointsOf(-figures.previousValue)} lower and is now ${pointsOf(figures.value)} higher.`
        : `${about} overtook the brand.`
    case 'brand_appeared':
      return `Answers now mention ${about}, which the project does not track${fromTo}.`
    case 'site_appeared':
      return `Answers now cite ${about}${fromTo}.`
    case 'site_lost':
      return `Answers no longer cite ${about}${fromTo}.`
    case 'brand_denied':
      return `More answers say that they do not know the brand${fromTo}.`
    case 'brand_discouraged':
      return `More answers advise against the brand${fromTo}.`
    case 'fact_contradicted':
      return `More answers contradict “${about}”${fromTo}.`
    case 'provider_failed':
      return `${about} did not answer ${failures?.failed} of ${failures?.total} questions.`
    case 'provider_changed':
      return `${failures?.failed} of ${failures?.total} answers of ${about} have a form that cannot be read.`
    case 'run_late':
      return dueAt ? `The run that was due at ${minuteOf(dueAt)} is late.` : 'A run is late.'
    case 'credits_low':
      return `${budget?.left} credits are left; the last analysis used ${budget?.needed}.`
    case 'spend_high':
      return `The spending of today is near the daily limit of ${about}: $${budget?.left.toFixed(2)} of $${budget?.needed.toFixed(2)} are left.`
  }
}

/** Returns a difference of shares in percentage points. */
function pointsOf(difference: number): string {
  return `${Math.round(difference * 100)} points`
}

function movedTitle({ metric, part, name, label, figures }: AlertEvidence): string {
  if (!metric || !figures) return 'A metric moved.'
  const isShare = metric !== 'sentiment' && metric !== 'averagePosition'
  const show = (value: number) =>
    isShare ? percent(value) : metric === 'sentiment' ? signed(value, 2) : value.toFixed(1)
  const where =
    part === 'provider' ? ` in answers of ${label ?? name}` : part === 'tag' ? ` for the tag ${name}` : ''
  const moved = figures.difference > 0 ? 'rose' : 'fell'
  return `${labelOf(metric)} ${moved} from ${show(figures.previousValue)} to ${show(figures.value)}${where}.`
}

function labelOf(metric: keyof typeof METRICS): string {
  const { change = metric }: { change?: string; definition: string } = METRICS[metric]
  const [label = metric] = change.split(';')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function minuteOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
