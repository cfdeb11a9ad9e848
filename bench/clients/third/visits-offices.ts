import { visit } from '../second/kind.ts';
import { BROWSERS, OLD_BROWSERS } from './agents.ts';

/** Apps of offices: Java and Microsoft, with their users and those who watch them. */
export const OFFICE_VISITS = [
  visit(
    'those who watch an app made with Spring',
    {
      on: ['orders.backbone.internal', 'konto.sparbuch.example'],
      agents: ['kube-probe/1.31', 'Prometheus/2.53.2', 'Spring Boot Admin/3.4'],
      from: 'private',
      pace: 10,
      clients: 3,
    },
    `
    GET /actuator/health
    GET /actuator/health/liveness
    GET /actuator/health/readiness 503
    GET /actuator/prometheus
    GET /actuator/info
    GET /actuator
    GET /actuator/env
    GET /actuator/metrics/jvm.memory.used?tag=area:heap
    GET /actuator/loggers
    POST /actuator/loggers/com.backbone.orders 204
    GET /actuator/threaddump
    GET /instances/{hex}/actuator/mappings
    `,
  ),
  visit(
    'those who use and make an app made with Spring',
    {
      on: ['konto.sparbuch.example', 'orders.backbone.internal'],
      agents: [BROWSERS[3] as string, BROWSERS[0] as string],
      from: 'private',
      pace: 3,
    },
    `
    GET /actuator/heapdump
    GET /swagger-ui/index.html
    GET /v3/api-docs/swagger-config
    GET /v3/api-docs
    GET /oauth2/authorization/keycloak 302
    GET /login/oauth2/code/keycloak?state={hex}&session_state={uuid}&code={uuid} 302
    GET /api/orders?page={digit}&size=50&sort=createdAt,desc
    GET /webjars/bootstrap/5.3.{digit}/css/bootstrap.min.css
    GET /h2-console/login.jsp?jsessionid={hex}
    `,
  ),
  visit(
    'old apps of Java',
    {
      on: ['opac.stadtbibliothek.example', 'portal.kreishaus.example'],
      agents: [...BROWSERS, ...OLD_BROWSERS],
      pace: 5,
      clients: 3,
    },
    `
    GET /webOPACClient/start.do?Login=webopac&BaseURL=this
    GET /webOPACClient/search.do;jsessionid={hex}{hex}.node{digit}?methodToCall=quickSearch&Kateg=0&Content={word}
    GET /webOPACClient/hitList.do?methodToCall=pos&identifier={n}
    POST /webOPACClient/login.do
    GET /faces/javax.faces.resource/theme.css.xhtml?ln=primefaces-saga
    GET /javax.faces.resource/jquery/jquery.js.xhtml?ln=primefaces&v=12.0.{digit}
    POST /faces/antrag/schritt{digit}.xhtml;jsessionid={hex}
    GET /pages/index.jsf
    GET /portal/page.action?request_locale=de
    GET /portal/user/list.action?d-{n}-p={digit}
    GET /struts/xhtml/styles.css
    GET /j_spring_security_logout 302
    POST /j_security_check 302
    GET /servlet/Bericht?nr={n}&format=pdf
    GET /index.jsp?lang=de
    GET /manager/html 401
    GET /manager/status
    GET /examples/jsp/snp/snoop.jsp 404
    GET /c/portal/login?p_l_id={n}
    GET /documents/{n}/0/{slug}.pdf/{uuid}?t={n}
    `,
  ),
  visit(
    'an app made with ASP.NET',
    {
      on: ['kunden.elektro-haas.example', 'www.autohaus-pilz.example'],
      agents: [...BROWSERS, ...OLD_BROWSERS],
      pace: 4,
      clients: 3,
    },
    `
    GET /Default.aspx
    GET /WebResource.axd?d={hex}{hex}&t={n}
    GET /ScriptResource.axd?d={hex}{hex}&t=ffffffff{n}
    GET /Telerik.Web.UI.WebResource.axd?_TSM_HiddenField_=RadScriptManager1_TSM&compress=1
    GET /Account/Login?ReturnUrl=%2FOrders%2FDetails%2F{n}
    POST /Account/Login?ReturnUrl=%2F 302
    GET /Identity/Account/Manage
    POST /signalr/negotiate?clientProtocol=2.1&connectionData=%5B%7B%22name%22%3A%22orderhub%22%7D%5D
    GET /signalr/hubs
    POST /_blazor/negotiate?negotiateVersion=1
    GET /_blazor?id={hex} 101
    GET /_framework/blazor.boot.json
    GET /_framework/{word}.{hex}.wasm 404
    GET /_content/MudBlazor/MudBlazor.min.css
    GET /elmah.axd
    GET /elmah.axd/detail?id={uuid}
    GET /Admin/Users/Edit/{n}
    GET /umbraco 302
    GET /umbraco/backoffice/UmbracoApi/Authentication/GetCurrentUser
    GET /umbraco/lib/jquery/jquery.min.js?umb__rnd={hex}
    GET /swagger/v1/swagger.json
    GET /hangfire/jobs/processing
    GET /aspnet_client/system_web/4_0_30319/crystalreportviewers13/js/crviewer/crv.js
    GET /bundles/jqueryval?v={hex}
    GET /Handlers/Image.ashx?id={n}&w=240
    GET /CMSPages/PortalTemplate.aspx?aliaspath=/{slug}
    `,
  ),
  visit(
    'an Exchange',
    {
      on: ['mail.stadtwerke-morbach.example'],
      agents: [
        'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17932; Pro)',
        'Apple-iPhone14C5/2208.60 (iPhone; iOS 18.6)',
        BROWSERS[3] as string,
        'MacOutlook/16.89.24090815 (Intelx64 Mac OS X 14.6)',
      ],
      pace: 3,
      clients: 4,
    },
    `
    POST /autodiscover/autodiscover.xml
    GET /autodiscover/autodiscover.json?Email={word}%40stadtwerke-morbach.example&Protocol=EWS&RedirectCount=1
    POST /EWS/Exchange.asmx
    POST /mapi/emsmdb/?MailboxId={uuid}%40stadtwerke-morbach.example
    POST /Microsoft-Server-ActiveSync?Cmd=Ping&User={word}&DeviceId={hex}&DeviceType=iPhone
    OPTIONS /Microsoft-Server-ActiveSync?User={word}
    GET /owa/auth/logon.aspx?url=https%3a%2f%2fmail.stadtwerke-morbach.example%2fowa%2f&reason=0
    POST /owa/auth.owa 302
    POST /owa/service.svc?action=FindItem&EP=1&ID=-{n}&AC=1
    GET /owa/prem/15.2.1544.{digit}/resources/styles/0/boot.worldwide.mouse.css
    GET /ecp/?rfr=owa&p=account
    GET /rpc/rpcproxy.dll?mail.stadtwerke-morbach.example:6002 401
    `,
  ),
  visit(
    'a SharePoint',
    {
      on: ['intranet.stadtwerke-morbach.example'],
      agents: [BROWSERS[3] as string, 'Microsoft Office Excel 2014 (16.0.17932) Windows NT 10.0'],
      pace: 3,
    },
    `
    GET /_layouts/15/start.aspx
    GET /_layouts/15/Authenticate.aspx?Source=%2Fsites%2F{word}
    GET /_api/web/lists/getbytitle('Dokumente')/items?$select=Title,Id&$filter=Status%20eq%20%27offen%27
    POST /_vti_bin/lists.asmx
    GET /_vti_bin/owssvr.dll?Cmd=Display&List=%7B{uuid}%7D&XMLDATA=TRUE
    POST /_vti_bin/client.svc/ProcessQuery
    GET /sites/{word}/Shared%20Documents/{slug}.xlsx?web=1
    PROPFIND /sites/{word}/Freigegebene%20Dokumente 207
    `,
  ),
] as const;
