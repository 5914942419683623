/**
 * Scenarios that do not apply, by the reason; a single check of a scenario is written `scenario:check`. They are about optional
 * parts of the protocol that the transport does not offer.
 */
export const NOT_OFFERED = {
  'No state is kept between requests: DELETE is refused with 405, as the protocol allows.': [
    'server-session-lifecycle:server-session-delete-accepted',
    'server-session-lifecycle:server-session-terminated-returns-404',
  ],
  'Events are not stored, so that a broken stream cannot be continued; the suite calls this one pending.': [
    'server-sse-polling',
  ],
  'Lists do not change while a key is used: there is nothing to subscribe to.': [
    'server-stateless:sep-2575-server-sends-subscription-ack',
    'server-stateless:sep-2575-server-tags-subscription-id',
    'server-stateless:sep-2575-server-honors-notification-filter',
    'server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription',
    'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription',
  ],
}

/** As {@link NOT_OFFERED}: scenarios that the product cannot pass, because they need what only a server for tests has. */
export const NEEDS_FIXTURE = {
  'Calls a tool of the suite.': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'server-stateless:sep-2575-server-rejects-undeclared-capability',
    'server-stateless:sep-2575-missing-capability-http-400',
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
  ],
  'Looks for a tool with a schema of the suite.': [
    'json-schema-2020-12',
    'http-custom-header-server-validation',
  ],
  'Reads a resource of the suite, or subscribes to it.': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'Gets a prompt of the suite.': [
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'input-required-result-non-tool-request',
  ],
  'Reads the first resource of the list, which is empty for a project without runs.': [
    'caching:sep-2549-resources-read-caching-hints',
  ],
  'Log messages are not sent to clients: what happened is in the result.': ['logging-set-level'],
}
