import { columnsFrom, RUN_KEYS } from './column.ts'

/** Columns of `metrics` and `reporting.fact_metric`: a row per part of a run, tracked brand and metric. */
export const METRIC_COLUMNS = columnsFrom({
  ...RUN_KEYS,
  scope: ['text', 'Kind of part: all for the whole run, or provider, location, tag or searched.'],
  scope_value: ['text', 'Part of the run, such as chatgpt. Empty for the whole run.'],
  entity_id: ['text', 'Tracked brand: "brand" for the brand of the project, or the id of a competitor.'],
  entity_name: ['text', 'Name of the tracked brand at the time of the run.'],
  is_brand: ['boolean', 'Whether it is the brand of the project.'],
  metric: ['text', 'Name of the metric, such as mentionRate.'],
  value: ['number', 'Value of the metric. Shares are from 0 to 1.'],
  low: ['number', 'Lower end of the 95 % interval.'],
  high: ['number', 'Upper end of the 95 % interval.'],
  numerator: ['integer', 'Number counted by a share.'],
  denominator: ['integer', 'Number that the numerator is divided by.'],
  answers: ['integer', 'Number of answers in a mean.'],
  method: ['text', 'How the interval of a share was computed.'],
})
