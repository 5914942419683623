import { ChoiceField } from '../../components/choice-field.tsx'
import { Field } from '../../components/field.tsx'
import type { Fact, FactKind } from './documents.ts'

type Errors = Readonly<Record<string, readonly string[] | undefined>>

/** Labels of the kinds, in the order of the form. */
export const KIND_LABELS: Readonly<Record<FactKind, string>> = {
  PRICE: 'Price',
  FREE_PLAN: 'Free plan',
  FREE_TRIAL: 'Free trial',
  FEATURE: 'Feature',
  AVAILABILITY: 'Availability in a place',
  FOUNDED: 'Founding year',
  HEADQUARTERS: 'Headquarters',
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'INR', 'JPY']

/** The fields of one kind of fact. */
export function FactFields({ kind, fact, errors }: { kind: FactKind; fact: Fact | null; errors: Errors }) {
  switch (kind) {
    case 'PRICE':
      return (
        <>
          <Field
            label="Plan"
            name="plan"
            hint="Leave empty for the only price of the product."
            defaultValue={fact?.plan ?? ''}
            errors={errors.plan}
          />
          <Field
            label="Amount"
            name="amount"
            type="number"
            step="0.01"
            min="0.01"
            required
            defaultValue={fact?.amount ?? ''}
            errors={errors.amount}
          />
          <ChoiceField
            label="Currency"
            name="currency"
            defaultValue={fact?.currency ?? 'USD'}
            choices={CURRENCIES.map((value) => ({ value, label: value }))}
          />
          <ChoiceField
            label="Paid"
            name="period"
            defaultValue={fact?.period ?? 'MONTH'}
            choices={[
              { value: 'MONTH', label: 'per month' },
              { value: 'YEAR', label: 'per year' },
              { value: 'ONCE', label: 'once' },
            ]}
          />
        </>
      )
    case 'FOUNDED':
      return (
        <Field
          label="Year"
          name="year"
          type="number"
          min="1500"
          max="2099"
          required
          defaultValue={fact?.year ?? ''}
          errors={errors.year}
        />
      )
    case 'HEADQUARTERS':
      return (
        <>
          <Field label="City" name="place" required defaultValue={fact?.place ?? ''} errors={errors.place} />
          <Aliases
            fact={fact}
            errors={errors}
            hint="Also the region and the country of the city, separated by commas."
          />
        </>
      )
    case 'FEATURE':
      return (
        <>
          <Field label="Feature" name="name" required defaultValue={fact?.name ?? ''} errors={errors.name} />
          <Aliases fact={fact} errors={errors} hint="Separated by commas." />
          <Available fact={fact} label="The product has it" />
        </>
      )
    case 'AVAILABILITY':
      return (
        <>
          <Field
            label="Country or region"
            name="place"
            required
            defaultValue={fact?.place ?? ''}
            errors={errors.place}
          />
          <Aliases fact={fact} errors={errors} hint="Separated by commas." />
          <Available fact={fact} label="Available there" />
        </>
      )
    case 'FREE_PLAN':
      return <Available fact={fact} label="There is a free plan" />
    case 'FREE_TRIAL':
      return (
        <>
          <Available fact={fact} label="There is a free trial" />
          <Field
            label="Days"
            name="days"
            type="number"
            min="1"
            max="366"
            hint="Leave empty if the length does not matter, or without a trial."
            defaultValue={fact?.days ?? ''}
            errors={errors.days}
          />
        </>
      )
  }
}

function Aliases({ fact, errors, hint }: { fact: Fact | null; errors: Errors; hint: string }) {
  const value = fact?.aliases.join(', ') ?? ''
  return <Field label="Other names" name="aliases" hint={hint} defaultValue={value} errors={errors.aliases} />
}

function Available({ fact, label }: { fact: Fact | null; label: string }) {
  return (
    <ChoiceField
      label={label}
      name="available"
      defaultValue={fact?.available === false ? 'no' : 'yes'}
      choices={[
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
    />
  )
}
