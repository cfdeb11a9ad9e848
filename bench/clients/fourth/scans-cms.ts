import { type Kind, scan } from '../second/kind.ts';
import { DISGUISES, SCRIPTS } from './agents.ts';
import {
  BARE,
  DRUPAL,
  JOOMLA,
  LARAVEL,
  MAGENTO,
  NEXT,
  OLDPHP,
  PLAIN,
  RAILS,
  STATIC,
  SYMFONY,
  WOO,
  WORDPRESS,
} from './sites.ts';

// Those who look for content management systems where there are none, and for holes in those that there are.

export const CMS_SCANS: readonly Kind[] = [
  scan(
    'wlwmanifest in every folder',
    { on: PLAIN, agents: [DISGUISES[0] as string, ''], clients: 3, pace: 0.3 },
    `
    GET //wp-includes/wlwmanifest.xml
    GET //xmlrpc.php?rsd
    GET //blog/wp-includes/wlwmanifest.xml
    GET //web/wp-includes/wlwmanifest.xml
    GET //wordpress/wp-includes/wlwmanifest.xml
    GET //website/wp-includes/wlwmanifest.xml
    GET //wp/wp-includes/wlwmanifest.xml
    GET //news/wp-includes/wlwmanifest.xml
    GET //2019/wp-includes/wlwmanifest.xml
    GET //shop/wp-includes/wlwmanifest.xml
    GET //test/wp-includes/wlwmanifest.xml
    GET //media/wp-includes/wlwmanifest.xml
    GET //cms/wp-includes/wlwmanifest.xml
    GET //sito/wp-includes/wlwmanifest.xml`,
  ),
  scan(
    'password guessing at a WordPress that is not there',
    {
      on: [RAILS, STATIC, NEXT],
      agents: [DISGUISES[5] as string, DISGUISES[4] as string],
      clients: 3,
      pace: 4,
    },
    `
    GET /wp-login.php
    POST /wp-login.php
    POST /wp-login.php
    POST /xmlrpc.php
    GET /wp-login.php
    POST /wp-login.php
    POST /wp-login.php
    POST /xmlrpc.php`,
  ),
  scan(
    'WordPress installations left half done',
    { on: [...BARE, LARAVEL, ...PLAIN], agents: DISGUISES, clients: 4, pace: 1 },
    `
    GET /wp-admin/setup-config.php
    GET /wordpress/wp-admin/setup-config.php
    GET /wp-admin/install.php
    GET /blog/wp-admin/setup-config.php?step=1
    GET /wp/wp-admin/install.php`,
  ),
  scan(
    'names of WordPress users, where there is no WordPress',
    { on: [STATIC, SYMFONY], agents: SCRIPTS, clients: 2, pace: 0.8 },
    `
    GET /?author=1 200
    GET /?author=2 200
    GET /wp-json/wp/v2/users
    GET /?rest_route=/wp/v2/users 200
    GET /wp-json/wp/v2/users/?per_page=100&page=1
    GET /author-sitemap.xml
    GET /wp-sitemap-users-1.xml
    GET /wp-login.php`,
  ),
  scan(
    'exploits of plugins on a WordPress',
    { on: [...WORDPRESS, WOO], agents: DISGUISES, clients: 3, pace: 0.7 },
    `
    GET /wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php
    POST /wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php
    GET /wp-admin/admin-ajax.php?action=revslider_show_image&img=../wp-config.php 400
    GET /wp-content/plugins/revslider/temp/update_extract/revslider/db.php
    GET /wp-admin/admin-ajax.php?action=duplicator_download&file=../wp-config.php 400
    GET /wp-content/plugins/backup-backup/includes/backup-heart.php
    POST /wp-json/sure-triggers/v1/automation/action
    GET /wp-content/plugins/simple-file-list/ee-upload-engine.php
    POST /wp-admin/admin-ajax.php?action=wpr_addons_upload_file 400
    GET /wp-content/plugins/mail-masta/inc/campaign/count_of_send.php?pl=/etc/passwd`,
  ),
  scan(
    'read-mes of plugins with holes',
    { on: [...PLAIN, ...WORDPRESS], agents: ['Mozilla/5.0', ...SCRIPTS], clients: 3, pace: 0.4, picks: 12 },
    `
    GET /wp-content/plugins/litespeed-cache/readme.txt
    GET /wp-content/plugins/essential-addons-for-elementor-lite/readme.txt
    GET /wp-content/plugins/really-simple-ssl/readme.txt
    GET /wp-content/plugins/bricks/readme.txt
    GET /wp-content/plugins/wp-automatic/readme.txt
    GET /wp-content/plugins/give/readme.txt
    GET /wp-content/plugins/post-smtp/readme.txt
    GET /wp-content/plugins/hunk-companion/readme.txt
    GET /wp-content/plugins/ultimate-member/readme.txt
    GET /wp-content/plugins/royal-elementor-addons/readme.txt
    GET /wp-content/plugins/w3-total-cache/readme.txt
    GET /wp-content/plugins/ottokit/readme.txt
    GET /wp-content/plugins/cleantalk-spam-protect/readme.txt
    GET /wp-content/themes/bricks/style.css
    GET /wp-content/plugins/gravityforms/change_log.txt
    GET /wp-content/plugins/forminator/readme.txt
    GET /wp-content/plugins/wp-ghost/readme.txt`,
  ),
  scan(
    'shells by short names',
    { on: [...PLAIN, ...WORDPRESS, OLDPHP], agents: [...DISGUISES, '-'], clients: 5, pace: 0.3, picks: 20 },
    `
    GET /alfa.php
    GET /wso.php
    GET /c99.php
    GET /r57.php
    GET /shell.php
    GET /fm.php
    GET /xl2023.php
    GET /ws80.php
    GET /chosen.php
    GET /mini.php
    GET /gel4y.php
    GET /bypass.php
    GET /cong.php
    GET /lock360.php
    GET /radio.php
    GET /moon.php
    GET /ioxi-o.php
    GET /inputs.php
    GET /goods.php
    GET /file5.php
    GET /autoload_classmap.php
    GET /simple.php
    GET /doc.php
    GET /about.php
    GET /admin.php
    GET /as.php
    GET /wp.php
    GET /404.php
    GET /atomlib.php
    GET /makeasmtp.php
    GET /up.php
    GET /222.php
    GET /xmrlpc.php`,
  ),
  scan(
    'shells in the folders of WordPress',
    { on: [...WORDPRESS, STATIC, RAILS], agents: DISGUISES, clients: 4, pace: 0.4, picks: 14 },
    `
    GET /wp-content/plugins/hellopress/wp_filemanager.php
    GET /wp-content/plugins/core-plugin/include.php
    GET /wp-includes/ID3/about.php
    GET /wp-includes/Text/Diff/about.php
    GET /wp-includes/IXR/index.php
    GET /wp-content/themes/seotheme/db.php?u
    GET /wp-content/themes/pridmag/db.php?u
    GET /wp-content/uploads/index.php
    GET /wp-content/plugins/apikey/apikey.php?test=hello
    GET /wp-admin/css/colors/blue/about.php
    GET /wp-admin/js/widgets/cloud.php
    GET /wp-admin/maint/repair.php?x
    GET /wp-admin/network/cong.php
    GET /wp-includes/blocks/table/int/tmpl/
    GET /wp-includes/css/dist/wp-conflg.php
    GET /wp-content/languages/wp-login.php
    GET /wp-content/upgrade/moon.php
    GET /.well-known/acme-challenge/cloud.php
    GET /.well-known/about.php
    GET /.well-known/pki-validation/xmrlpc.php
    GET /cgi-bin/wp-login.php
    GET /wp-content/mu-plugins-old/index.php`,
  ),
  scan(
    'Joomla hunters on sites without Joomla',
    { on: [OLDPHP, RAILS, STATIC], agents: DISGUISES, clients: 3, pace: 1 },
    `
    GET /administrator/
    GET /administrator/index.php
    GET /administrator/manifests/files/joomla.xml
    GET /api/index.php/v1/config/application?public=true
    GET /configuration.php~
    GET /index.php?option=com_fields&view=fields&layout=modal&list[fullordering]=updatexml(1,concat(0x3a,version()),0)
    GET /components/com_foxcontact/foxcontact.php
    GET /language/en-GB/en-GB.xml`,
  ),
  scan(
    'Joomla configuration by the API, on a Joomla',
    { on: [JOOMLA], agents: ['python-requests/2.31.0'], clients: 1, pace: 0.7 },
    `
    GET /api/index.php/v1/config/application?public=true 403
    GET /api/index.php/v1/users?public=true 403
    GET /index.php?option=com_jce&task=plugin&plugin=imgmanager&file=imgmanager&version=1576 403
    GET /index.php?option=com_jdownloads&Itemid=0&view=upload
    GET /images/stories/0day.php
    GET /tmp/config.php
    GET /configuration.php.bak
    GET /plugins/system/rsform/shell.php`,
  ),
  scan(
    'Drupalgeddon',
    { on: [DRUPAL, OLDPHP], agents: SCRIPTS, clients: 2, pace: 1 },
    `
    GET /CHANGELOG.txt
    GET /core/CHANGELOG.txt
    POST /user/register?element_parents=account/mail/%23value&ajax_form=1&_wrapper_format=drupal_ajax 403
    POST /?q=user/password&name[%23post_render][]=passthru&name[%23type]=markup&name[%23markup]=id 403
    GET /sites/default/settings.php.bak
    GET /sites/all/modules/coder/coder_upgrade/scripts/coder_upgrade.run.php`,
  ),
  scan(
    'shop exploits',
    { on: [MAGENTO, OLDPHP, NEXT], agents: DISGUISES, clients: 3, pace: 0.8 },
    `
    GET /app/etc/local.xml 403
    GET /app/etc/env.php 403
    GET /downloader/index.php
    GET /magmi/web/magmi.php
    GET /js/webforms/upload/
    POST /index.php/api/xmlrpc
    GET /rss/catalog/notifystock/ 401
    GET /var/backups/
    GET /modules/columnadverts/uploadimage.php
    GET /modules/homepageadvertise/uploadimage.php
    GET /admin/Cms_Wysiwyg/directive/index/`,
  ),
  scan(
    'old editors with an upload',
    {
      on: [OLDPHP, SYMFONY, ...BARE],
      agents: [DISGUISES[7] as string, DISGUISES[2] as string],
      clients: 2,
      pace: 0.9,
    },
    `
    GET /fckeditor/editor/filemanager/connectors/php/upload.php?Type=File
    GET /admin/fckeditor/editor/filemanager/browser/default/connectors/test.html
    GET /ckeditor/kcfinder/upload.php
    GET /assets/plugins/kcfinder/browse.php
    GET /elfinder/php/connector.minimal.php
    GET /assets/elfinder/elfinder.html
    GET /ueditor/net/controller.ashx?action=catchimage
    GET /plugins/jquery-file-upload/server/php/
    GET /server/php/index.php
    GET /tinymce/plugins/filemanager/dialog.php
    POST /Public/Plugins/webuploader/0.1.5/server/preview.php`,
  ),
];
