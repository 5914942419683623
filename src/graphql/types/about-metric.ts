import { METRICS } from '../../metrics/definitions.ts'

/** The definition of a metric, as a description. */
export function aboutMetric(metric: keyof typeof METRICS): string {
  return METRICS[metric].definition
}
