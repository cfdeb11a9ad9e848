/**
 * What is stored of each header in the IANA registry of HTTP field names
 * (https://www.iana.org/assignments/http-fields). Headers in neither list are not stored: only their names are.
 */

/** Registered headers whose values are stored. */
const REGISTERED = `
  a-im accept accept-additions accept-ch accept-charset accept-datetime accept-encoding accept-features accept-language
  accept-patch accept-post accept-query accept-ranges access-control access-control-allow-credentials
  access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers
  access-control-max-age access-control-request-headers access-control-request-method activate-storage-access age allow
  alpn alt-svc alt-used alternates amp-cache-transform apply-to-redirect-ref available-dictionary

  c-ext c-man c-opt c-pep c-pep-info cache-control cache-status cal-managed-id caldav-timezones capsule-protocol
  cdn-cache-control cdn-loop cert-not-after cert-not-before clear-site-data close cmcd-object cmcd-request cmcd-status
  cmsd-dynamic cmsd-static configuration-context connection content-base content-digest content-disposition
  content-encoding content-id content-language content-length content-location content-md5 content-range
  content-script-type content-security-policy content-security-policy-report-only content-style-type content-type
  content-version cross-origin-embedder-policy cross-origin-embedder-policy-report-only cross-origin-opener-policy
  cross-origin-opener-policy-report-only cross-origin-resource-policy

  dasl date dav default-style delta-base deprecation depth derived-from destination dictionary-id differential-id digest
  early-data ediint-features etag expect expect-ct expires ext forwarded hobareg host http2-settings

  if-match if-modified-since if-none-match if-range if-schedule-tag-match if-unmodified-since im
  include-referred-token-binding-id isolation keep-alive label last-modified link link-template location man max-forwards
  memento-datetime meter method-check method-check-expires mime-version negotiate nel

  odata-entityid odata-isolation odata-maxversion odata-version opt ordering-type origin origin-agent-cluster
  oslc-core-version overwrite p3p pep pep-info permissions-policy pics-label ping-from ping-to position pragma prefer
  preference-applied priority protocol protocol-info protocol-query protocol-request proxy-features proxy-instruction
  proxy-status public public-key-pins public-key-pins-report-only range redirect-ref referer referer-root referrer-policy
  refresh repeatability-client-id repeatability-first-sent repeatability-request-id repeatability-result
  reporting-endpoints repr-digest retry-after

  safe schedule-reply schedule-tag sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-storage-access sec-fetch-user
  sec-gpc sec-purpose sec-websocket-accept sec-websocket-extensions sec-websocket-version security-scheme server
  server-timing slug soapaction status-uri strict-transport-security sunset surrogate-capability surrogate-control

  tcn te timeout timing-allow-origin topic traceparent tracestate trailer transfer-encoding ttl upgrade urgency uri
  use-as-dictionary user-agent variant-vary vary via want-content-digest want-digest want-repr-digest warning
  x-content-type-options x-frame-options
`;

/** Unregistered headers whose values are stored. They are common and contain no credentials. */
const UNREGISTERED = `
  cf-cache-status device-memory dnt downlink dpr ect proxy-connection ratelimit ratelimit-limit ratelimit-policy
  ratelimit-remaining ratelimit-reset report-to rtt save-data sec-ch-ua sec-ch-ua-arch sec-ch-ua-bitness
  sec-ch-ua-full-version-list sec-ch-ua-mobile sec-ch-ua-model sec-ch-ua-platform sec-ch-ua-platform-version
  upgrade-insecure-requests x-accel-buffering x-cache x-cache-hits x-debug-token x-debug-token-link x-dns-prefetch-control x-download-options
  x-forwarded-port x-forwarded-proto x-permitted-cross-domain-policies x-powered-by x-ratelimit-limit
  x-ratelimit-remaining x-ratelimit-reset x-request-id x-requested-with x-response-time x-robots-tag x-runtime
  x-served-by x-ua-compatible x-xss-protection
`;

/** Registered headers whose values are not stored, and why. */
export const WITHHELD_HEADERS: Readonly<Record<string, string>> = {
  'accept-signature': 'may contain a nonce',
  'authentication-control': 'may contain a user name',
  'authentication-info': 'contains the next nonce and proofs of a password',
  authorization: 'contains credentials',
  'client-cert': "is the client's certificate",
  'client-cert-chain': "is the client's certificate chain",
  'cmcd-session': 'contains a session id',
  'concealed-auth-export': 'contains key material of the TLS connection',
  cookie: 'contains sessions; the names of the cookies are stored',
  cookie2: 'is an obsolete form of Cookie',
  'cta-common-access-token': 'is an access token',
  'detached-jws': 'proves the identity of the sender',
  dpop: 'proves the possession of a key',
  'dpop-nonce': 'is a nonce',
  from: 'is an email address',
  getprofile: 'asks for data about a person',
  if: 'may contain lock tokens',
  'last-event-id': 'is opaque, and may be what a stream is resumed with',
  'lock-token': 'is a token that permits changes',
  'optional-www-authenticate': 'may contain a nonce',
  oscore: 'is part of an encrypted message',
  profileobject: 'contains data about a person',
  'proxy-authenticate': 'may contain a nonce',
  'proxy-authentication-info': 'contains the next nonce and proofs of a password',
  'proxy-authorization': 'contains credentials',
  'replay-nonce': 'is a nonce',
  'sec-token-binding': 'proves the possession of a key',
  'sec-websocket-key': 'is a nonce',
  'sec-websocket-protocol':
    'is where some clients send a token, because browsers let them set no other header',
  'set-cookie': 'contains sessions; the name of the cookie is stored',
  'set-cookie2': 'is an obsolete form of Set-Cookie',
  setprofile: 'contains data about a person',
  signature: 'proves the identity of the sender',
  'signature-input': 'may contain a nonce and the id of a key',
  'www-authenticate': 'may contain a nonce',
};

/** Headers whose values are stored, in lower case. */
export const KEPT_HEADERS: ReadonlySet<string> = new Set(
  `${REGISTERED}${UNREGISTERED}`.split(/\s+/).filter((name) => name !== ''),
);
/** Headers whose values are stored with `strict`. */
export const STRICT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'content-length',
  'content-type',
  'host',
]);
/** Headers whose values are URLs. */
export const URL_HEADERS: ReadonlySet<string> = new Set(
  `alt-used content-base content-location derived-from destination location odata-entityid origin ping-from ping-to
  redirect-ref referer referer-root status-uri uri`.split(/\s+/),
);
export const COOKIE_HEADERS: ReadonlySet<string> = new Set(['cookie', 'set-cookie']);
