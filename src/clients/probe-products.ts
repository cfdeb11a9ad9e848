/**
 * Products with known holes, by the names of their folders and pages. They were compared with CrowdSec's list of probed technologies,
 * the OWASP Core Rule Set's list of restricted files, and the paths of the Nuclei templates (August 2026): these are the shapes that
 * many of their paths have in common.
 */

/** Pages that are not found by chance. As in the rest of SOFTWARE, each kind has a capturing group. */
export const PRODUCTS: readonly string[] = [
  // Content management, shops and boards
  alternatives(
    String.raw`typo3conf\/|typo3\/(?:index\.php|install)|bitrix\/(?:admin|modules|components|tools)\/|vtigercrm\/|vtigerservice\.php`,
    String.raw`(?:kc|el)finder\/(?:php|browse|upload|connectors)|(?:f?ckeditor|tinymce)\/(?:[\w.]+\/)*(?:filemanager|samples)\/|connectors\/php\/upload\.php`,
    String.raw`modules\/[\w-]+\/(?:[\w-]+\/)*[\w-]*upload[\w-]*\.php|ajax\/render\/widget_|(?:vb|vbulletin|forum|phpbb)\/install\/`,
    String.raw`plus\/(?:search|download|recommend)\.php|desktopmodules\/|cmspages\/|api\/jsonws\/`,
  ),
  // Application servers and company software
  alternatives(
    String.raw`cfide\/|cf_scripts\/|railo-context\/|lucee\/admin|flex2gateway|wls-wsat|wls-cat\/|_async\/async|bea_wls|uddiexplorer|ws_utc\/`,
    String.raw`console\/(?:login\/loginform|css\/|images\/|framework\/)|console\.portal|crx\/(?:de|packmgr|explorer)\/|libs\/(?:granite|cq)\/`,
    String.raw`system\/(?:sling|console)\/|bin\/querybuilder\.|etc\/replication|oa_html\/|xmlpserver\/|irj\/portal|sap\/(?:bc|public|admin|hana)\/`,
    String.raw`developmentserver\/metadatauploader|hmc\/hybris|maximo\/webclient|wps\/portal|ibmmq\/|weaver\/|seeyon\/|yyoa\/|servlet\/~|nacos\/`,
    String.raw`xxl-job-admin|jeecg-boot|carbon\/(?:admin|fileupload)|webtools\/control\/|pages\/createpage-|plugins\/servlet\/(?:oauth|gadgets)`,
    String.raw`secure\/(?:setup|signup|popups)|struts2?-(?:showcase|blank)|securityrealm\/|descriptorbyname\/|app\/rest\/(?:users|debug)|go\/add-on\/`,
  ),
  // Mail, file transfer and remote access
  alternatives(
    String.raw`zimbraadmin\/|service\/extension\/backup|autodiscover\/autodiscover\.xml\/|rdweb\/pages`,
    String.raw`webinterface\/(?:function|login)|goanywhere\/|human\.aspx$|guestaccess\.aspx$|moveitisapi\/|aspera\/faspex|setupwizard\.aspx`,
    String.raw`mifs\/|mics\/|ccm-web\/|client\/cdnfile|session_login\.cgi`,
  ),
  // Gateways and devices
  alternatives(
    String.raw`(?:boaform|gponform|goform|hnap1|ctrlt|dana-na|dana-ws|\+cscoe\+|\+cscot\+|isapi|onvif)(?:\/|$)`,
    String.raw`(?:tmunblock\.cgi|setup\.cgi|sdk\/weblanguage|rom-0$|currentsetting\.htm|device\.rsp|board\.cgi)`,
    String.raw`cgi-bin\/(?:viewlog|authlogin|mainfunction|config\.exp|nas_sharing)`,
    String.raw`mgmt\/(?:tm|shared)\/|clients\/mycrl|sslvpn_|dana-cached\/|cache\/sdesktop|nitro\/v\d|scripts\/wpnbr\.dll|php\/utils\/|level\/\d+\/exec`,
    String.raw`ccmadmin\/|webacs\/|api\/(?:fabric\/device|v2(?:\.0)?\/cmdb)|onvif-http\/|system\/(?:configurationfile|deviceinfo)|psia\/|streaming\/channels`,
    String.raw`axis-cgi\/|view\/viewer_index|videostream\.cgi|snapshot\.cgi|rpc2_login$|doc\/page\/login|userrpm\/|picsdesc\.xml|wanipcn\.xml`,
    String.raw`(?:formlogin|formwsc|formping|form2file|apply_noauth|hedwig|getcfg|login_session|webproc|webcm|dnscfg|userrpm|networkdiag)\.(?:cgi|php|asp|htm|gch)$`,
    String.raw`cgi-bin\/(?:webproc|webcm|cgi_main|luci|kerbynet|hotspot)|cgi-(?:bin|mod|sys)\/[\w.-]+\.(?:exe|sh)$|scripts\/(?:root|cmd)\.exe|hp\/device\/`,
  ),
  // Data clusters, and programs for developers
  alternatives(
    String.raw`ws\/v1\/cluster|jars\/upload|taskmanagers?\/|solr(?:\/|$)|hawtio\/|admin\/(?:queues|topics)\.jsp|airflow\/|api\/experimental\/|ajax-api\/\d`,
    String.raw`app\/kibana|api\/console\/proxy|_snapshot\/|public\/plugins\/[\w-]+\/\.|v1\/agent\/self|v1\/cs\/configs|apis\/apps\/v1|api\/v1\/secrets`,
    String.raw`_db\/_system|h2-console|dbconsole\/|phppgadmin|phpldapadmin|phpredisadmin|rockmongo|sqlbuddy|debug\/default\/view|__clockwork`,
    String.raw`rails\/info\/(?:routes|properties)|gradio_api\/|api\/kernels|api\/v1\/validate\/code|v2\/keys\/`,
  ),
];

/** Names of products that a person may also try, or remember from another site. */
export const PRODUCT_NAMES = [
  String.raw`(?:typo3|craft|concrete5?|modx|moodle|dokuwiki|glpi|mantis(?:bt)?|opencart|prestashop|magento|drupal|joomla|wordpress|cacti|nagios(?:xi)?|centreon)(?:\/|$)`,
  String.raw`(?:zimbra|roundcube(?:mail)?|squirrelmail|horde|rainloop|owncloud|guacamole|webmin|cpanel|plesk|whm|rdweb|citrix|webinterface)(?:\/|$)`,
  String.raw`(?:jenkins|hudson|teamcity|artifactory|nexus|sonar(?:qube)?|kibana|grafana|prometheus|zipkin|kiali|superset|rabbitmq|activemq|phpbb|vbulletin)(?:\/|$)`,
  String.raw`(?:openam|pentaho|bonita|jasperserver|xwiki|liferay|lucee|psp|psc|weblogic|websphere|tomcat|jboss|struts)(?:\/|$)`,
  String.raw`(?:_search|_snapshot|_aliases|sdk|webui|remoting|presentation|cgi-sys)(?:\/|$)|actuator$|debug\/pprof|script(?:text)?$|_layouts\/|vnc(?:_lite)?\.html$`,
].join('|');

/** A capturing group of alternatives. */
export function alternatives(...parts: readonly string[]): string {
  return `(${parts.join('|')})`;
}
