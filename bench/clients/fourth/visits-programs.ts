import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP } from './agents.ts';
import { EXCHANGE, MOBILE, NEXTCLOUD, REST } from './sites.ts';

// Programs at their own servers: apps, synchronisation, mail, gateways.

const GATEWAYS = [
  'vpn.kanzlei-roth.example',
  'gate.nordassekuranz.example',
  'access.hochschule-weser.example',
];

export const PROGRAM_VISITS: readonly Kind[] = [
  visit(
    'programs that ask for the weather',
    {
      on: [REST],
      agents: [
        'python-requests/2.32.3',
        'okhttp/4.12.0',
        'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
        'ESP8266HTTPClient',
        'curl/8.5.0',
        'Go-http-client/2.0',
        'Java/17.0.9',
        '',
      ],
      clients: 16,
      picks: 24,
      pace: 8,
    },
    `
    GET /v1/current?lat=53.{n}&lon=8.{n}
    GET /v1/forecast/{word}?days={digit}
    GET /v1/stations/{n}/observations
    GET /v1/stations/{n} 404
    GET /v1/alerts?region={word}
    GET /v1/forecast/{word} 429
    GET /v1/forecast/{word} 401
    POST /v1/batch
    GET /v1/radar/{digit}/{n}/{n}.png
    GET /v1/usage
    GET /openapi.json
    OPTIONS /v1/current 204`,
  ),
  visit(
    'the app of a bicycle hire',
    {
      on: [MOBILE],
      agents: [
        'BikeShare/5.12.0 (iPhone; iOS 18.6; Scale/3.00)',
        'BikeShare/1482 CFNetwork/1568.300.101 Darwin/24.6.0',
        'okhttp/4.11.0',
        'Dart/3.5 (dart:io)',
        'BikeShare-Android/5.11.2 (SM-A546B; Android 14)',
      ],
      clients: 20,
      picks: 14,
      pace: 3,
    },
    `
    POST /v3/auth/refresh
    GET /v3/config?platform=ios&build={n}
    GET /v3/stations?bbox=8.{n},53.{n},8.{n},53.{n}
    GET /v3/bikes/{n}
    POST /v3/rentals 201
    PUT /v3/rentals/{uuid}/location 204
    POST /v3/rentals/{uuid}/end
    GET /v3/me
    GET /v3/me 401
    POST /v3/push/tokens 204
    GET /v2/stations 410
    POST /v3/events/batch 202
    GET /v3/bikes/{n} 404`,
  ),
  visit(
    'clients that keep a Nextcloud in step',
    {
      on: [NEXTCLOUD],
      agents: [
        'Mozilla/5.0 (Windows) mirall/3.14.3 (build 20241024) (Nextcloud, windows-10.0.22631)',
        'Mozilla/5.0 (Android) Nextcloud-android/3.30.5',
        'Mozilla/5.0 (iOS) Nextcloud-iOS/6.1.0',
        'DAVx5/4.4.4-ose (dav4jvm; okhttp/4.12.0) Android/14',
        'iOS/18.6 (22G86) dataaccessd/1.0',
        'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0',
      ],
      clients: 6,
      picks: 24,
      pace: 6,
    },
    `
    GET /status.php
    PROPFIND /remote.php/dav/files/{word}/ 207
    PROPFIND /remote.php/webdav/ 207
    GET /ocs/v1.php/cloud/capabilities?format=json
    GET /ocs/v2.php/cloud/user?format=json 401
    GET /ocs/v2.php/cloud/user?format=json
    PUT /remote.php/dav/files/{word}/Dokumente/{word}.odt 201
    MOVE /remote.php/dav/files/{word}/{word}.txt 201
    DELETE /remote.php/dav/files/{word}/{word}.tmp 204
    GET /.well-known/caldav 301
    GET /.well-known/carddav 301
    PROPFIND /.well-known/carddav 301
    REPORT /remote.php/dav/calendars/{word}/personal/ 207
    REPORT /remote.php/dav/addressbooks/users/{word}/contacts/ 207
    GET /remote.php/dav/files/{word}/Code/projekt/.env
    PUT /remote.php/dav/files/{word}/Code/projekt/.git/config 201
    GET /remote.php/dav/files/{word}/backup.zip
    GET /remote.php/dav/files/{word}/{word}.jpg 404`,
  ),
  visit(
    'an Exchange with its phones and its Outlook',
    {
      on: [EXCHANGE],
      agents: [
        'Apple-iPhone14C5/2207.86',
        'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)',
        'Android-Mail/2024.09.22',
        'SAMSUNG-SM-A546B/101.140000',
        'MacOutlook/16.89.24091630 (Intelx64 Mac OS X 14.7)',
        'Outlook-iOS-Android/1.0',
      ],
      clients: 8,
      picks: 18,
      pace: 8,
    },
    `
    POST /Microsoft-Server-ActiveSync?Cmd=Sync&User={word}&DeviceId={hex}&DeviceType=iPhone
    POST /Microsoft-Server-ActiveSync?Cmd=Ping&User={word}&DeviceId={hex}&DeviceType=iPhone
    OPTIONS /Microsoft-Server-ActiveSync
    POST /Microsoft-Server-ActiveSync?Cmd=FolderSync&User={word}&DeviceId={hex}&DeviceType=SAMSUNG 401
    POST /autodiscover/autodiscover.xml
    POST /autodiscover/autodiscover.xml 401
    GET /autodiscover/autodiscover.json?Email={word}%40kanzlei-roth.example&Protocol=ActiveSync
    POST /EWS/Exchange.asmx
    POST /EWS/Exchange.asmx 401
    POST /mapi/emsmdb/?MailboxId={uuid}@kanzlei-roth.example
    POST /mapi/nspi/?MailboxId={uuid}@kanzlei-roth.example
    GET /OAB/{uuid}/oab.xml 304
    RPC_IN_DATA /rpc/rpcproxy.dll?mail.kanzlei-roth.example:6002 401`,
  ),
  visit(
    'lawyers who read their mail in a browser',
    { on: [EXCHANGE], agents: DESKTOP, clients: 4, pace: 4 },
    `
    GET / 302
    GET /owa/ 302
    GET /owa/auth/logon.aspx?url=https%3a%2f%2fmail.kanzlei-roth.example%2fowa%2f&reason=0
    GET /owa/auth/15.2.1544/themes/resources/favicon.ico
    POST /owa/auth.owa 302
    GET /owa/
    POST /owa/service.svc?action=FindConversation&EP=1&ID=-{n}&AC=1
    POST /owa/sessiondata.ashx?appcacheclient=0
    GET /owa/ev.owa2?ns=PendingRequest&ev=PendingNotificationRequest&UA=0
    POST /owa/service.svc?action=GetItem&EP=1&ID=-{n}&AC=1
    GET /ecp/?rfr=owa&p=PersonalSettings/Password.aspx
    GET /owa/logoff.owa 302`,
  ),
  visit(
    'mail programs that look for their settings',
    {
      on: ['autoconfig.weserbote.example', 'www.weserbote.example', 'www.reisebuero-sonne.example'],
      agents: [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0',
        'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)',
        'iOS/18.6 (22G86) accountsd/113',
      ],
      clients: 4,
      pace: 3,
      answer: 404,
    },
    `
    GET /mail/config-v1.1.xml?emailaddress={word}%40weserbote.example
    GET /.well-known/autoconfig/mail/config-v1.1.xml
    POST /autodiscover/autodiscover.xml
    POST /Autodiscover/Autodiscover.xml
    GET /.well-known/caldav
    PROPFIND /.well-known/carddav`,
  ),
  visit(
    'FortiClient at its own gateway',
    {
      on: [GATEWAYS[0] as string],
      agents: ['Mozilla/5.0 SV1', 'FortiSSLVPN (Windows NT; SV1 [SV{v=02.01; f=07;}])'],
      clients: 4,
      pace: 2,
    },
    `
    GET /remote/login?lang=en
    GET /remote/info
    POST /remote/logincheck
    GET /remote/fortisslvpn_xml?dual_stack=1
    GET /remote/sslvpn-tunnel2?uuid={hex}
    GET /remote/logout`,
  ),
  visit(
    'AnyConnect and OpenConnect at their own gateway',
    {
      on: [GATEWAYS[1] as string],
      agents: [
        'AnyConnect Windows 4.10.08029',
        'AnyConnect AppleSSLVPN_Darwin_ARM (iPhone) 5.0.05207',
        'Open AnyConnect VPN Agent v9.12',
      ],
      clients: 5,
      pace: 2,
    },
    `
    GET /
    POST / 200
    GET /+CSCOE+/logon.html
    POST /+webvpn+/index.html
    GET /CACHE/stc/profiles/anyconnect_{word}.xml
    GET /+CSCOE+/saml/sp/login?tgname={word} 302
    CONNECT /CSCOSSLC/tunnel
    GET /+CSCOT+/translation-table?textdomain=AnyConnect&type=manifest`,
  ),
  visit(
    'GlobalProtect of a college at its own gateway',
    {
      on: [GATEWAYS[2] as string],
      agents: ['PAN GlobalProtect/6.2.4-652 (Apple Mac OS X 14.6)', 'PAN GlobalProtect'],
      clients: 4,
      pace: 2,
    },
    `
    POST /global-protect/prelogin.esp?tmp=tmp&clientVer=4100&clientos=Mac
    POST /global-protect/getconfig.esp
    POST /ssl-vpn/prelogin.esp
    POST /ssl-vpn/login.esp
    POST /ssl-vpn/getconfig.esp
    POST /ssl-vpn/hipreportcheck.esp
    GET /ssl-tunnel-connect.sslvpn`,
  ),
];
