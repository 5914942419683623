/**
 * Scenarios, or single checks as `scenario:check`, about optional parts of the protocol that the transport does not
 * support. They are grouped by reason.
 */
export const NOT_OFFERED = {
  'The server keeps no state between requests, so DELETE gets 405, as the protocol allows.': [
    'server-session-lifecycle:server-session-delete-accepted',
    'server-session-lifecycle:server-session-terminated-returns-404',
  ],
  'Events are not stored, so a broken stream cannot be resumed. The suite marks this scenario as pending.': [
    'server-sse-polling',
  ],
  'Lists do not change during the use of a key, so there are no subscriptions.': [
    'server-stateless:sep-2575-server-sends-subscription-ack',
    'server-stateless:sep-2575-server-tags-subscription-id',
    'server-stateless:sep-2575-server-honors-notification-filter',
    'server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription',
    'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription',
  ],
}

/** Scenarios and checks, as in {@link NOT_OFFERED}, that need the tools, resources or prompts of a test server. */
export const NEEDS_FIXTURE = {
  'Calls a tool of the test server.': [
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
  'Needs a tool with a special schema.': ['json-schema-2020-12', 'http-custom-header-server-validation'],
  'Reads a resource of the test server or subscribes to it.': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'Gets a prompt of the test server.': [
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'input-required-result-non-tool-request',
  ],
  'Reads the first listed resource, but the list is empty for a project without runs.': [
    'caching:sep-2549-resources-read-caching-hints',
  ],
  'The server sends no log messages to clients; results contain all information.': ['logging-set-level'],
}
