import { Message } from '../../components/states.tsx'
import type { Answer } from '../model/answer.ts'

const CAUSES: Readonly<Record<NonNullable<Answer['error']>['code'], string>> = {
  CANCELLED: 'It was canceled before the provider answered.',
  LOCATION_UNSUPPORTED: 'The provider does not support this country.',
  PROVIDER_ERROR: 'The provider failed or could not be reached, even after retries.',
  PROVIDER_REFUSED_REQUEST: 'The provider rejected this question.',
  PROVIDER_UNAVAILABLE:
    'The provider is unavailable: a credential or quota is missing, or it is no longer configured.',
  SPEND_LIMIT_REACHED: 'The daily spending limit was reached, so the question was not sent.',
  UNREADABLE_ANSWER: 'The provider’s response could not be parsed.',
}

/** Explains why there is no text to show. Results without an answer never count as answers that do not mention the brand. */
export function NoAnswer({ answer: { status, provider, error, answer } }: { answer: Answer }) {
  switch (status) {
    case 'OK':
      if (answer !== null) return null
      return (
        <Message
          title="The text of this answer was deleted"
          text="Texts are deleted after some time, as the operator has decided. Its quotes, facts and sources are kept, and all figures stay the same."
        />
      )
    case 'REFUSED':
      return (
        <Message
          title={`${provider.label} refused to answer`}
          text={
            answer
              ? 'This is what it returned instead. It counts as a refusal, not as an answer.'
              : 'It counts as a refusal, not as an answer.'
          }
        />
      )
    case 'NOT_SHOWN':
      return (
        <Message
          title={`${provider.label} showed no AI answer`}
          text="People who ask this see no AI answer either, so it counts neither for nor against a brand."
        />
      )
    case 'FAILED':
      return (
        <Message
          title="This question failed"
          text={
            <>
              {error && CAUSES[error.code]} It does not count as an answer.
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
