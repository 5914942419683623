import { Message } from '../../parts/states.tsx'
import type { Answer } from './answer.ts'

const CAUSES: Readonly<Record<NonNullable<Answer['error']>['code'], string>> = {
  CANCELLED: 'It was cancelled before it was answered.',
  LOCATION_UNSUPPORTED: 'The provider does not answer for this country.',
  PROVIDER_ERROR: 'The provider failed, or could not be reached, at every try.',
  PROVIDER_REFUSED_REQUEST: 'The provider does not accept this question.',
  PROVIDER_UNAVAILABLE:
    'The provider cannot be asked: a credential or quota is missing, or it is no longer configured.',
  SPEND_LIMIT_REACHED: 'The limit of what may be spent in a day was reached; nobody was asked.',
  UNREADABLE_ANSWER: 'The provider answered in a form that could not be read.',
}

/** Why there is no answer; none of these counts as an answer that does not name the brand. */
export function NoAnswer({ answer: { status, provider, error, answer } }: { answer: Answer }) {
  switch (status) {
    case 'OK':
      return null
    case 'REFUSED':
      return (
        <Message
          title={`${provider.label} refused to answer`}
          text={
            answer
              ? 'This is what it said instead. It counts as a refusal, not as an answer.'
              : 'It counts as a refusal, not as an answer.'
          }
        />
      )
    case 'NOT_SHOWN':
      return (
        <Message
          title={`${provider.label} showed no AI answer`}
          text="Nobody who asked this saw one, so it counts neither for nor against a brand."
        />
      )
    case 'FAILED':
      return (
        <Message
          title="This question failed"
          text={
            <>
              {error && CAUSES[error.code]} It was not counted as an answer.
              {error && (
                <>
                  <br />
                  <code>{error.message}</code>
                </>
              )}
            </>
          }
        />
      )
  }
}
