import { alternatives, PRODUCT_NAMES, PRODUCTS } from './probe-products.ts';

/** Paths and queries that scanners are known to ask for. All are matched against a path in lower case without escapes. */

/** Files that no site offers to visitors: the request is a probe, whatever the site answers. */
export const SECRET_FILES = new RegExp(
  `\\/${alternatives(
    String.raw`\.env(?:rc|\d+|[._~-](?![\w.-]*\.(?:enc|gpg|age|asc)$)[\w.~-]*)?$`,
    String.raw`\.git(?:\/(?:config|head|index|logs|refs|objects|packed-refs|info|$)|config$|-credentials$)`,
    String.raw`\.(?:svn|hg|bzr|aws|azure|ssh|vscode|idea|kube|docker|circleci|composer|cursor|claude)(?:\/|$)`,
    String.raw`\.(?:s3cfg|boto|netrc|pgpass|my\.cnf|htpasswd|ftpconfig|remote-sync\.json|npmrc|pypirc|dockercfg|dockerenv|ds_store|travis\.yml|gitlab-ci\.yml)$`,
    String.raw`\.(?:bash|zsh|sh|mysql|psql|python)_history$`,
    String.raw`\.config\/gcloud\/`,
    String.raw`\.github\/workflows\/`,
    String.raw`(?:id_(?:rsa|dsa|ecdsa|ed25519)|(?:sftp-config|ftp-sync)\.json|(?:server|private|privatekey|localhost|master|oauth-private)\.(?:key|pem))$`,
    String.raw`(?:[\w-]*\.tfstate(?:\.backup)?$|[\w.-]*\.tfvars$|\.(?:terraform|gnupg|subversion|minikube)\/)`,
    String.raw`config\/(?:initializers\/secret_token\.rb|settings\.inc\.php)$`,
    String.raw`\.?wp-config[\w.~-]*$`,
    String.raw`(?:configuration|config|settings|index|local|database|db)(?:\.inc)?\.php(?:~|[._-](?:bak|old|save|orig|swp|txt|dist|backup))$`,
    String.raw`(?:phpunit\/|util\/php\/eval-stdin)`,
    String.raw`_profiler\/open`,
    String.raw`(?:web-inf|meta-inf)\/`,
    String.raw`(?:alfacgiapi|alfa_data)(?:\/|$)`,
    String.raw`(?:aws\.ya?ml|aws\.json|aws-credentials|gcp-key\.json|service-?account[\w-]*\.json|[\w-]*firebase-adminsdk[\w-]*\.json)$`,
    String.raw`(?:alfa|wso\d*|c99|r57|b374k)\.php`,
    String.raw`api\/index\.php\/v1\/config\/application`,
    String.raw`@fs\/(?:etc|proc|root)\/`,
    String.raw`(?:config|settings|production|prod|development|dev|local|staging|test|app|api|docker|database|db|secrets?|credentials?)\.env$`,
    // Port scanners compare the answers to these with others
    String.raw`(?:nmap(?:lower|upper)check\d*$|nice ports,|evox\/about)`,
  )}`,
);

/** Software and files that only scanners ask for if the site does not have them. Each kind of software has a capturing group. */
export const SOFTWARE = new RegExp(
  `\\/(?:${[
    // WordPress
    alternatives(
      String.raw`xmlrpc\.php|wp-includes\/wlwmanifest\.xml|wp-cron\.php|wp-json\/(?:wp\/v2\/users|oembed)`,
      String.raw`wp-admin\/(?:setup-config|install|includes|css|js|maint|user|network)(?:\.php|\/[\w.-]*\.php|\/?$)`,
      String.raw`wp-admin\/admin-ajax\.php`,
      String.raw`wp-content\/plugins\/[^/]+\/(?:.*\.php|readme\.txt|.*\.html)$`,
      String.raw`(?:wp-content|wp-includes)\/.*\.(?:php|log|sql)$`,
    ),
    // Joomla
    alternatives(
      String.raw`administrator\/manifests\/|joomla\/administrator|joomla\.xml$|api\/index\.php\/v1\/users|components\/com_|language\/en-gb\/|plugins\/system\/`,
    ),
    // Drupal and Magento
    alternatives(
      String.raw`sites\/(?:default|all)\/|(?:core\/)?changelog\.txt$|app\/etc\/|downloader\/$|magento_version$|js\/mage\/`,
      String.raw`admin\/cms_wysiwyg|skin\/frontend\/`,
    ),
    // PHP
    alternatives(
      String.raw`_profiler\/phpinfo|@fs\/home\/|app_dev\.php|telescope\/|horizon\/api|_debugbar\/|_ignition\/|_fragment$|laravel-filemanager|thinkphp\/|tp\/`,
      String.raw`[\w-]*(?:phpinfo|php_info|infophp)[\w-]*\.php$`,
      String.raw`(?:shell|cmd|webshell|backdoor|uploader|filemanager)\d*\.php$`,
      String.raw`\.(?:well-known|tmb|quarantine)\/.*\.php$`,
      String.raw`php-cgi\/|php\/php-cgi|cgi-bin\/(?:php|luci|test|printenv|status|\.)`,
    ),
    // Programs to manage databases
    alternatives(
      String.raw`(?:php-?my-?admin|phpmyadm|pma|dbadmin|myadmin|sqladmin|mysqlmanager|mysql-?admin|websql)[\w.-]*(?:\/|$)`,
      String.raw`mysql\/admin|adminer[\w.-]*\.php|adminer\/?$`,
    ),
    // Files of a deployment
    alternatives(
      String.raw`(?:docker-compose[\w.-]*\.ya?ml|dockerfile|jenkinsfile|vagrantfile|bitbucket-pipelines\.yml)$`,
      String.raw`(?:composer\.(?:lock|json)|package-lock\.json|yarn\.lock|gemfile(?:\.lock)?|requirements\.txt)$`,
      String.raw`(?:application(?:-\w+)?\.(?:properties|ya?ml)|appsettings(?:\.\w+)?\.json|web\.config|(?:local_)?settings\.py)`,
      String.raw`(?:serverless\.ya?ml|docker-stack\.ya?ml|compose\.ya?ml|kubeconfig|ansible\.cfg|playbook\.ya?ml|procfile|auth\.json|npm-shrinkwrap\.json|\w+\.sqlite3?|php\.ini|debian\.cnf|my\.cnf)$`,
      String.raw`(?:parameters|secrets?|database|credentials?|config|env)\.(?:ya?ml|ini|toml)$`,
      String.raw`(?:secrets?|credentials?|env)\.json$`,
      String.raw`cvs\/(?:entries|root)|_darcs\/`,
      String.raw`(?:[\w-]*[_-])?(?:passwords?|credentials?|secrets?|secret[_-]?keys?|api[_-]?keys?|tokens?)\.(?:txt|csv|xlsx?|docx?)$`,
      String.raw`[\w.-]+\.(?:key|ppk|pfx|p12|jks|kdbx)$|s?ftp\.json$|(?:deploy|backup|entrypoint)\.sh$`,
      // Programs keep what they log in with in a folder of their own
      String.raw`\.(?!well-known)[a-z][\w-]*\/(?:[\w-]+\/)*(?:config|auth|token|credentials?|secrets?|api_?keys?|oauth\w*)(?:\.\w+)?$`,
    ),
    // Logs
    alternatives(
      String.raw`var\/log\/|(?:(?:storage|application|var)\/)?logs?\/[\w.-]+\.(?:log|php)$`,
      '(?:php_)?(?:errors?|debug|access|npm-debug|yarn-(?:debug|error)|production|laravel|pm2)[._]log$',
    ),
    // Java
    alternatives(
      String.raw`actuator\/(?!health|info|prometheus)|heapdump$|jolokia(?:\/|$)|manage\/env|manager\/(?:html|status)|host-manager\/`,
      String.raw`jmx-console|invoker\/|web-console\/|axis2\/|struts2|solr\/admin|jenkins\/|asynchpeople|geoserver\/|nifi-api|druid\/|hudson$`,
    ),
    // Microsoft
    alternatives(
      String.raw`owa(?:\/|$)|ecp\/|ews\/|aspnet_client|_vti_|_layouts\/1\d\/|elmah\.axd|trace\.axd|telerik\.web\.ui|umbraco\/`,
    ),
    // Company software
    alternatives(
      String.raw`pages\/doenterpage|server-info\.action|setup\/setup|secure\/contactadmin|ui\/vrops|webui\/logout|zabbix\/|showlogin\.cc`,
      String.raw`sitecore\/|saas\/api`,
    ),
    // Gateways
    alternatives(
      String.raw`remote\/(?:login|fgt_lang|logincheck)|global-protect\/|tmui\/|vpns?\/(?:index\.html|cfg)|ssl-?vpn\/|my\.policy|nf\/auth`,
      String.raw`logon\/logonpoint`,
    ),
    // Containers and data stores
    alternatives(
      String.raw`v2\/_catalog|(?:docker\/|v1\.\d+\/)?containers\/json|v1\.\d+\/version|_cat\/|_all_dbs|_nodes|_cluster\/|_utils\/|minio\/bootstrap`,
      String.raw`api\/v1\/(?:namespaces|pods)|latest\/meta-data|computemetadata\/`,
    ),
    // The state of a server
    alternatives('(?:server-status|server-info|nginx_status|(?:php-)?fpm[-_]status|haproxy)$'),
    ...PRODUCTS,
  ].join('|')})`,
);

/** Programs and descriptions of plugins and themes: visitors of WordPress do not ask for them by name. */
export const WORDPRESS_PARTS =
  /\/wp-(?:content|includes|admin)\/(?:.*\/)?(?!admin-ajax|index\.php$)[\w.-]*\.php$|\/wp-content\/plugins\/[^/]+\/readme\.txt$/;

/** Answers that show WordPress, Joomla, and Spring. */
export const SIGNS =
  /^(?:\/[\w-]+)?\/(?:(wp-(?:content|includes|json)\/)|((?:media\/system|components\/com_)[\w/])|(actuator\/))/;

/** Backups, at the root or in a folder for them. */
export const BACKUPS =
  /^\/(?:backups?\/)?(?:backup|www|site|dump|db|database|public_html|wwwroot|web|html|htdocs|mysql|old|data|sql|app|latest|[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|example))[\w-]*\.(?:zip|rar|7z|tgz|tar|tar\.gz|gz|bz2|sql|sql\.gz|sql\.zip|bak|old)$|^\/(?:(?:backups?|sql|db|data|dumps?)\/)?[\w-]+\.sql(?:\.(?:gz|bz2|zip))?$|\.(?:php|aspx?|jsp|py|rb|js|html?|ini|conf|xml|ya?ml|json)(?:~|\.(?:bak|old|save|orig|swp|backup|copy))$/;

/** Logins of common software, and names that a person may try. The groups are WordPress, Joomla and servers of language models. */
export const LOGINS = new RegExp(
  `\\/(?:${[
    String.raw`(wp-login\.php|wp-admin\/?$|wp-admin\/index\.php)`,
    String.raw`(administrator(?:\/index\.php|\/?$))`,
    String.raw`(v1\/(?:models|completions|chat\/completions|embeddings|messages)|api\/(?:tags|generate|ps|show)|slots|props|ollama\/|openai\/)`,
    String.raw`(?:phpinfo|(?:info|php|i|pi|test|phptest)\.php)\/?$`,
    String.raw`\.(?!well-known|netlify|auth|proxy|ghost|vite|nuxt|next)[a-z]`,
    PRODUCT_NAMES,
  ].join('|')})`,
);

/** Folders of programs that show source code, where such files are ordinary. */
export const SOURCE_VIEWERS =
  /^\/(?:[^/]+\/){2,6}(?:-\/)?(?:blob|raw|tree|blame|commits?|src\/(?:branch|tag|commit)|edit|browse|contents)\/|\/(?:@[\w-]+\/)?[\w.-]+@(?:v?\d[\w.-]*|latest|main|master)\//;

/** Such folders without the name of a project: a site that answers shows its own files. */
export const SHOWN_SOURCE = /^\/(?:[^/]+\/){0,6}(?:blob|raw|tree|blame|edit|browse|contents|source)\//;

/** Pages that people write. One about a file can be named like the file. */
export const TITLES =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:wiki|w|pages?|tags?|tagged|topics?|questions|articles?|glossary|help|kb)\/[^/]+$/;

/** Examples of settings: a site can offer them. */
export const EXAMPLES = /[._-](?:example|sample|template|dist|tpl)$/;

/** Files that pages show and load: after a site was rewritten, old pages and bookmarks still ask for them. */
export const SHOWN = /\.(?:gif|jpe?g|png|webp|svg|ico|css|m?js|woff2?|mp[34]|pdf)$/;

/** Old pages link to these paths, and programs ask for them by themselves. */
export const LINKED =
  /(?<!\/core)\/(?:changelog\.txt|env\.json|wp-cron\.php)$|\/wp-json\/oembed\/|^\/(?:app|latest|data|web)\.(?:zip|gz|tgz|tar|tar\.gz)$/;

/** A name that a person types in the address bar, to see whether it is there. */
export const TYPED = /^\/[a-z-]+\/?$/i;

/** Programs look for mailboxes, calendars and network drives at any domain. */
export const LOOKUPS =
  /^\/(?:autodiscover\/|ews\/exchange\.asmx$|mapi\/|rpc\/rpcproxy\.dll|microsoft-server-activesync|_vti_inf\.html$|_vti_bin\/)/;

/** Ways out of the folder of a site (`\u00e0` is the lower case of the byte 0xc0). Unresolved links climb too, but to a page or a file that it shows. */
export const TRAVERSAL =
  /^\/(?:etc\/(?:passwd|shadow)|proc\/self\/environ)$|\/\.\.;|[/\\]\.\.[/\\]+(?:etc|proc|windows|bin|usr)\b|\.\.\\\.\.|\.\.\u00e0\u00af|\u00e0\u00ae|\.{3,8}[/\\]{1,8}\.{3}/;
export const CLIMBING = /\/\.\.[/\\]+\.\.[/\\]/;
export const UNRESOLVED_LINK = /^[^%\\]*\.(?:html?|php|gif|jpe?g|png|webp|svg|ico|css|m?js|pdf|zip)$/;

/** Code in a URL. Matched against the path and the query in lower case, without escapes and with spaces for `+`. */
export const CODE = new RegExp(
  [
    // Files of the system; people search for their names
    String.raw`\?.*?(?:\.{2,8}[/\\]{1,8}){2}(?!(?:\.\.\/)*[\w -][\w./ -]*\.(?:html?|gif|jpe?g|png|webp|svg|css|m?js|pdf)(?:$|&))|\.\.[/\\]+(?:etc|proc|windows)[/\\]`,
    String.raw`[=/;: ]\/(?:etc\/(?:passwd|shadow|group|issue)\b|proc\/self\/)`,
    String.raw`php:\/\/(?:filter|input)|=data:(?:\/\/)?text\/(?:plain|html)[;,]|=https?:\/\/[^&?]{1,120}\.(?:txt|php)\?$|expect:\/\/|file:\/\/\/*(?:[a-z]:\/|\.\.\/)*(?:etc|proc|windows|root|var|boot|dev|sys|[\w/]*\.env)\b|gopher:\/\/|\/\/169\.254\.169\.254|\/\/metadata\.google\.internal|\/\/100\.100\.100\.200|=(?:dict|ldap|tftp):\/\/|c:[\\/]windows|[=/\\](?:win|boot)\.ini\b`,
    // Lookups and expressions
    String.raw`\$\{(?:jndi|lower:|upper:|env:|sys:|::-|\$\{|@|#|ifs)`,
    String.raw`[%$]\{\(?[@#]|ndi:(?:ldap|rmi|dns)|java\.lang\.(?:runtime|process)|class\.module\.classloader|ognl`,
    // Templates, and objects of PHP
    String.raw`[{$#%]\{ ?\(?\d+ ?[*+-] ?\d|<%= ?\d+ ?\*|__(?:class|globals|builtins|import)__|constructor\.constructor|=ro0ab\w`,
    String.raw`\bo:\d+:"[\w\\]+":\d+:\{`,
    // Mail servers: the address of a page within one of a mailbox
    String.raw`autodiscover\.json\?[^ ]{0,80}@[^ ]{0,80}\/(?:owa|ecp|ews|mapi|powershell)`,
    // SQL
    String.raw`union (?:all )?select (?:[\d'"(@]|null|\w+ from|char)`,
    String.raw`['")] ?(?:or|and) ?['"(]? ?(?:\d+['"]? ?= ?['"]?\d|['"]?(\w{1,12})['"]? ?= ?['"]?\1\b|['"]\w{0,12}['"] ?= ?['"])|(?:and|or|select|\() ?(?:pg_)?sleep\(|or pg_sleep|waitfor delay|benchmark\(\d`,
    String.raw`\d\)? (?:and|or) \(?\d+ ?= ?\d+|\(select \(case when|(?:extractvalue|updatexml)\(|information_schema\.|dbms_pipe|concat\(0x|['\d] ?order by \d+ ?--|@@version|=\w*' ?#|\b(?:ascii|ord|unhex)\((?:substr|mid|\(?select)|; ?(?:drop table|exec xp_)|\|\| ?\(select|xp_cmdshell|load_file\(|into (?:out|dump)file|randomblob\(|group_concat\(|\w['\"]\)?(?:--|\/\*)(?:$|[ -])|\/\*\*\/(?:and|or|union|select)`,
    // Scripts
    String.raw`<script[^>]{0,60}>[^<]{0,60}[(=\x60]|<script[^>]{1,60}src ?=|<(?:img|svg|iframe|body|input|details|a)[ /][^>]{0,60}(?:on[a-z]{3,20} ?=|javascript:)|=javascript:(?!void)[a-z]+\(|=[^&]{0,80}['\"]>{1,2}<(?!(?:img|a|br|p|div|span|li|td|b|i)\b)[a-z!]|=\w*['\"][-+;,)* ]{1,3}(?:alert|prompt|confirm)\(`,
    // Commands
    String.raw`(?:wget|curl)(?: |\$\{ifs\})+(?:-\S+ )*http|\brm -rf|[;|&=\x60(] ?cat \/|chmod (?:[0-7]{3}|\+x)|\bcd \/tmp|\/bin\/(?:ba)?sh\b`,
    String.raw`[?&](?:cmd|exec|command|execute)=(?:(?:id|whoami|uname|pwd|ipconfig|ifconfig)(?:$|[ &;|])|(?:ls|cat|dir|net|ping|echo)(?:$|[ ;|]))|[=;|&]\x60(?:id|whoami|uname|ls|cat|sleep|ping|nslookup|curl|wget)\b|['\"];id;|=[;|&\n]+ ?(?:id|ls|dir)(?:$|&)|\d\.\d+ ?[|;&] ?(?:id|ls|dir)(?:$|&)|[?&]auth=ywrtaw46mtek`,
    String.raw`(?:[\x60]|\$\(|&&) ?id(?:$|[;|&)\x60 ])|(?:[;|\n\x60]|\$\(|&&) ?(?:whoami|uname(?: -a)?)(?:$|[;|&)\x60 ])|(?:[;|\n\x60]|\$\(|&&) ?(?:sleep|ping -[cn]|nslookup) ?[\w.-]`,
    // Addresses at which scanners wait for a server to call back
    String.raw`interact\.sh|[/.@]oast\.(?:me|pro|live|site|online|fun)|oastify\.com|burpcollaborator\.net|dnslog\.cn|ceye\.io|bxss\.me`,
    // Operators of document databases, prototypes, headers, entities
    String.raw`[?&](?:user(?:name)?|login|e?mail|pass\w*|pwd|token|otp|code)\[\$(?:ne|gt|gte|lt|regex|exists|nin|in)\]|\[\$where\]|__proto__|constructor(?:\[|\.)prototype|[\r\n](?:set-cookie|location|content-type) ?:|<!entity[ %]|<!doctype \w+ ?\[`,
    // PHP
    String.raw`allow_url_include|auto_prepend_file|cgi\.force_redirect|\u00add |-d all`,
    String.raw`think\\(?:app|container|view|request)|invokefunction|call_user_func|pearcmd|filter\[\]=system|<\?(?:php|echo|=)?[^?]{0,80}(?:[(\x60]|\$_)|die\(md5`,
    String.raw`element_parents=[^&]{0,80}#|#post_render|_path=_controller|api\/index\.php\/v1\/[^ ]{0,80}public=true|\[fullordering\]=`,
  ].join('|'),
);

/** Only a URL with one of these can contain code. Most have none. */
export const MAY_CONTAIN_CODE =
  /[<'"(`$;|\\{#@\n\u00ad]|interact\.sh|oast|burpcoll|dnslog|ceye\.io|bxss|\.ini|\/\*|\.\.|:\/|\/etc|\/proc|union|rm -|cat \/|cd \/|chmod|wget|curl|_|-d|(?:cmd|exec|command|execute)=|class\.|order by|constructor|ro0ab|auth=|public=|(?:and|or) \(?\d/;
