import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP, PEOPLE, PHONES } from './agents.ts';
import { DRUPAL, JOOMLA, MAGENTO, OLDPHP, PHPBB, TYPO3, WIKI } from './sites.ts';

// Other sites written in PHP: their readers and the people who look after them.

export const PHP_VISITS: readonly Kind[] = [
  visit(
    'members of a club with a Joomla',
    { on: [JOOMLA], agents: PEOPLE, clients: 12, picks: 14, pace: 3 },
    `
    GET /
    GET /index.php/verein/{word}
    GET /index.php/termine?start={n}
    GET /index.php?option=com_content&view=article&id={n}:{slug}&catid=8
    GET /index.php/component/search/?searchword={word}
    GET /index.php/component/users/?view=login
    POST /index.php/component/users/?task=user.login 303
    GET /media/vendor/bootstrap/js/bootstrap-es5.min.js?5.3.3
    GET /media/templates/site/cassiopeia/css/template.min.css?{hex}
    GET /media/system/js/core.min.js?{hex}
    GET /images/mannschaften/{word}.jpg
    GET /images/stories/{word}.gif 404
    GET /templates/cassiopeia/favicon.ico 404`,
  ),
  visit(
    'the webmaster of a Joomla',
    { on: [JOOMLA], agents: DESKTOP, clients: 2, pace: 4 },
    `
    GET /administrator
    GET /administrator/
    GET /media/templates/administrator/atum/css/template.min.css
    POST /administrator/index.php 303
    GET /administrator/index.php
    GET /administrator/index.php?option=com_content&view=articles
    GET /administrator/index.php?option=com_content&task=article.edit&id={n}
    POST /administrator/index.php?option=com_content&layout=edit&id={n} 303
    GET /administrator/index.php?option=com_installer&view=update
    GET /administrator/index.php?option=com_joomlaupdate
    GET /administrator/index.php?option=com_config
    GET /administrator/index.php?option=com_ajax&format=json`,
  ),
  visit(
    'visitors of a museum with Drupal',
    { on: [DRUPAL], agents: PEOPLE, clients: 12, picks: 12, pace: 3 },
    `
    GET /
    GET /de/ausstellungen/{slug}
    GET /en/exhibitions/{slug}
    GET /node/{n} 301
    GET /de/besuch
    GET /sites/default/files/styles/teaser/public/{year}-{month}/{slug}.jpg?itok={word}
    GET /sites/default/files/css/css_{hex}.css?delta=0&language=de&theme=hafen
    GET /sites/default/files/js/js_{hex}.js?scope=footer&delta=1
    GET /core/misc/drupal.js?v=10.3.6
    GET /de/suche?keys={word}
    GET /sites/default/files/flyer_{word}_{year}.pdf
    GET /de/veranstaltungen?page={digit}
    POST /views/ajax?_wrapper_format=drupal_ajax
    GET /sites/default/files/{word}.pdf 404`,
  ),
  visit(
    'an editor of a Drupal who forgot where the login is',
    { on: [DRUPAL], agents: DESKTOP, clients: 2, pace: 6 },
    `
    GET /login 404
    GET /admin 403
    GET /user/login
    POST /user/login 303
    GET /user/{n}
    GET /admin/content
    GET /node/{n}/edit
    POST /node/{n}/edit 303
    GET /admin/reports/updates
    GET /admin/people
    GET /admin/reports/dblog
    POST /contextual/render?_format=json`,
  ),
  visit(
    'students on the site of a college with TYPO3',
    { on: [TYPO3], agents: PEOPLE, clients: 12, picks: 11, pace: 3 },
    `
    GET /
    GET /studium/bachelor/{word}/
    GET /fileadmin/user_upload/{slug}.pdf
    GET /fileadmin/_processed_/{digit}/a/csm_{word}_{hex}.jpg
    GET /typo3temp/assets/compressed/merged-{hex}.css?{n}
    GET /typo3conf/ext/hsw/Resources/Public/Js/main.js
    GET /index.php?id={n}
    GET /personen/{word}-{word}/
    GET /suche/?tx_kesearch_pi1%5Bsword%5D={word}
    GET /index.php?eID=dumpFile&t=f&f={n}&token={hex}
    GET /~{word}/vorlesung/skript.ps.gz 404
    GET /fb5/institute/{word}/index.shtml 404`,
  ),
  visit(
    'an editor of the TYPO3',
    { on: [TYPO3], agents: DESKTOP, clients: 1, pace: 4 },
    `
    GET /typo3 307
    GET /typo3/
    POST /typo3/login?loginProvider=1433416747 303
    GET /typo3/main?token={hex}
    GET /typo3/module/web/layout?token={hex}&id={n}
    POST /typo3/record/commit?token={hex}
    GET /typo3/ajax/page/tree/fetchData?token={hex}`,
  ),
  visit(
    'customers of a Magento shop',
    { on: [MAGENTO], agents: PEOPLE, clients: 14, picks: 14, pace: 3 },
    `
    GET /
    GET /{word}-leuchten.html
    GET /{slug}.html
    GET /catalogsearch/result/?q={word}
    GET /customer/section/load/?sections=cart%2Cmessages&force_new_section_timestamp=false&_={n}
    POST /checkout/cart/add/uenc/{hex}/product/{n}/
    GET /checkout/
    GET /rest/default/V1/guest-carts/{hex}/payment-information
    POST /rest/default/V1/guest-carts/{hex}/estimate-shipping-methods
    GET /static/version{n}/frontend/Leuchten/default/de_DE/css/styles-m.css
    GET /static/version{n}/frontend/Leuchten/default/de_DE/requirejs/require.js
    GET /media/catalog/product/cache/{hex}/{digit}/{digit}/{word}.jpg
    POST /graphql
    GET /customer/account/login/
    GET /media/catalog/product/{word}.jpg 404`,
  ),
  visit(
    'customers of an old PHP shop',
    { on: [OLDPHP], agents: PEOPLE, clients: 12, picks: 12, pace: 4 },
    `
    GET /
    GET /index.php
    GET /artikel.php?id={n}
    GET /kategorie.php?kat={digit}&seite={digit}
    GET /suche.php?q={word}
    GET /warenkorb.php
    POST /warenkorb.php?action=add 302
    GET /login.php?weiter=konto
    POST /login.php 302
    GET /agb.php
    GET /bilder/{n}_gross.jpg
    GET /bilder/{n}.gif 404
    GET /css/style.css
    GET /js/jquery-1.8.3.min.js
    GET /download.php?datei=katalog_{year}.pdf
    GET /favicon.ico`,
  ),
  visit(
    'members of a phpBB forum',
    { on: [PHPBB], agents: PEOPLE, clients: 14, picks: 13, pace: 5 },
    `
    GET /
    GET /index.php
    GET /viewforum.php?f={digit}
    GET /viewtopic.php?t={n}
    GET /viewtopic.php?f={digit}&t={n}&start=30
    GET /viewtopic.php?p={n}
    GET /ucp.php?mode=login
    POST /ucp.php?mode=login 302
    GET /ucp.php?mode=register
    GET /memberlist.php?mode=viewprofile&u={n} 403
    GET /search.php?keywords={word}&terms=all
    POST /posting.php?mode=reply&t={n} 302
    GET /download/file.php?id={n}&mode=view
    GET /styles/prosilver/theme/stylesheet.css?assets_version=48
    GET /images/avatars/gallery/{word}.gif 404
    GET /cron.php?cron_type=cron.task.core.tidy_warnings
    GET /viewtopic.php?t={n} 404`,
  ),
  visit(
    'readers and writers of a MediaWiki',
    { on: [WIKI], agents: [...DESKTOP, ...PHONES], clients: 8, picks: 12, pace: 4 },
    `
    GET /wiki/Hauptseite
    GET /wiki/{word}
    GET /wiki/Spezial:Suche?search={word}
    GET /index.php?title={word}&action=edit
    POST /index.php?title={word}&action=submit 302
    GET /index.php?title=Spezial:Anmelden&returnto=Hauptseite
    GET /load.php?lang=de&modules=startup&only=scripts&raw=1&skin=vector-2022
    GET /load.php?lang=de&modules=site.styles&only=styles&skin=vector-2022
    GET /api.php?action=opensearch&format=json&search={word}&limit=10
    GET /index.php?title={word}&diff=prev&oldid={n}
    GET /images/thumb/a/a{digit}/{word}.jpg/300px-{word}.jpg
    GET /wiki/{word}_{word} 404
    GET /rest.php/v1/search/title?q={word}&limit=10`,
  ),
];
