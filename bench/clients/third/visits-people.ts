import { visit } from '../second/kind.ts';
import { BROWSERS, OLD_BROWSERS, PHONES } from './agents.ts';

/** People who search, mistype, remember and download. */
export const PEOPLE_VISITS = [
  visit(
    'searches of people who write programs',
    {
      on: ['fragen.lochkarte.example', 'docs.cartwheel.example'],
      agents: BROWSERS,
      pace: 8,
      clients: 24,
      picks: 4,
    },
    `
    GET /search?q=how+to+union+select+two+tables+in+mysql
    GET /search?q=select+*+from+users+where+name+%3D+%27o%27%27brien%27
    GET /search?q=drop+table+if+exists+vs+truncate
    GET /search?q=permissions+of+%2Fetc%2Fpasswd
    GET /search?q=..%2F..%2F+in+require+path
    GET /search?q=%3Cscript+type%3D%22module%22%3E+cors+error
    GET /search?q=%3Cimg+onerror%3E+not+called+react
    GET /search?q=alert(1)+in+console
    GET /search?q=log4j+%24%7Bjndi%3Aldap%7D+what+is+it
    GET /search?q=%7B%7B+user.name+%7D%7D+not+rendered+vue
    GET /search?q=wp-config.php+database+error
    GET /search?q=.env+file+not+loaded+docker-compose
    GET /search?q=git+rm+--cached+.git%2Fconfig
    GET /search?q=order+by+1+desc+--+comment
    GET /search?q=information_schema.columns+list
    GET /search?q=sleep(5)+python+asyncio
    GET /search?q=c%3A%5Cwindows%5Cwin.ini+missing
    GET /search?q=%2Fcgi-bin%2F+permission+denied+apache
    GET /search?q=curl+%7C+bash+dangerous%3F
    GET /search?q=cat+%2Fproc%2Fself%2Fenviron
    GET /search?q=169.254.169.254+timeout+on+ec2
    GET /search?q=php+eval+%24_POST+safe
    GET /search?q=%27+or+%271%27%3D%271+explained
    GET /search?q=base64_decode+in+my+theme
    GET /search?q=xp_cmdshell+enable
    GET /tags/sql-injection?sort=votes
    GET /questions/{n}/what-does-etc-passwd-contain
    GET /questions/{n}/why-is-wp-login-php-hit-so-often
    GET /questions/{n}/how-to-hide-.git-folder
    `,
  ),
  visit(
    'searches of other people',
    {
      on: ['shop.kessler-moebel.example', 'www.rushmere-news.example', 'opac.stadtbibliothek.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 8,
      clients: 18,
      picks: 4,
    },
    `
    GET /search?q=rock+%26+roll+union+jack
    GET /search?q=O%27Reilly+%22learning+sql%22
    GET /search?q=1%2F2+zoll+rohr
    GET /search?q=50%25+rabatt
    GET /search?q=tisch+120x80+%3C+200%E2%82%AC
    GET /search?q=select+comfort+mattress+from+ikea
    GET /search?q=drop+leaf+table
    GET /search?q=drop+table+40cm+--+oak
    GET /search?q=insert+for+drawer+into+cabinet
    GET /search?q=C%2B%2B+for+dummies
    GET /search?q=D%27Artagnan%3B+or+1844
    GET /search?q=exec+chair+%28black%29
    GET /search?q=update+set+of+cushions+where+to+buy
    GET /search?q=European+Union+%22select+committee%22
    GET /search?q=%23trending
    GET /search?q=http%3A%2F%2Fwww.rushmere-news.example%2F{slug}
    GET /search?q=..
    GET /search?q=%27
    GET /search?q=%C3%84pfel+%2B+Birnen%3F%3F%3F
    GET /search?q=admin+assistant+jobs
    GET /search?q=backup+generator+zip+code+{n}
    GET /search?q=shell+egg+config
    GET /search?category=tables&sort=price+desc&filter[]=wood&filter[]=oak
    GET /search?q={word}&page={digit}&fbclid=IwAR{hex}{hex}
    `,
  ),
  visit(
    'addresses as people type them',
    {
      on: ['www.autohaus-pilz.example', 'kurse.volkshaus.example', 'www.reiseblick.example'],
      agents: [...BROWSERS, ...PHONES],
      answer: 404,
      pace: 7,
      clients: 36,
      picks: 2,
    },
    `
    GET /kontkat
    GET /index.hmtl
    GET /index.htm
    GET /index.php
    GET /home
    GET /hoem
    GET /Login
    GET /login
    GET /admin
    GET /admin/
    GET /user
    GET /webmail
    GET /mail
    GET /intranet
    GET /news.
    GET /angebote,
    GET /angebote)
    GET /angebote%20
    GET /angebote%E2%80%8B
    GET /angebote%22
    GET /%22angebote%22
    GET /angebote&utm_source=newsletter
    GET /angebote%3Futm_source=flyer
    GET /@reiseblick
    GET /www.reiseblick.example
    GET /?kontakt 200
    GET /impresum
    GET /test
    GET /oefnungszeiten
    GET /blog
    GET /shop
    GET /agb.pdf
    GET /facebook
    GET /Stellenangebote/
    `,
  ),
  visit(
    'bookmarks from twenty years ago',
    {
      on: ['www.fh-rhein.example', 'www.landkreis-ebersau.example', 'museum.hafenkante.example'],
      agents: [...BROWSERS, ...OLD_BROWSERS],
      answer: 404,
      pace: 9,
      clients: 36,
      picks: 2,
    },
    `
    GET /~mueller/
    GET /~mueller/publikationen/{slug}.ps.gz
    GET /index.php?id={n}
    GET /index.php4?seite=news
    GET /default.asp?lang=de&id={n}
    GET /Default.htm
    GET /index.shtml
    GET /start.cfm?bereich={word}
    GET /cgi-bin/guestbook.pl
    GET /cgi-bin/gaestebuch.cgi?page={digit}
    GET /cgi-bin/htsearch?words={word}&config=htdig
    GET /cgi-bin/webcal/webcal.cgi?month={month}
    GET /phpbb2/viewtopic.php?t={n}
    GET /forum/showthread.php?t={n}
    GET /news.php?id={n}
    GET /gallery/main.php?g2_itemId={n}
    GET /coppermine/displayimage.php?album={digit}&pos={digit}
    GET /joomla/index.php?option=com_content&task=view&id={n}&Itemid={n}
    GET /wiki/index.php/Hauptseite
    GET /typo3conf/ext/{word}/pi1/{word}.gif
    GET /servlet/PB/menu/{n}/index.html
    GET /frameset.html?main={word}.html
    GET /download.php?id={n}
    GET /webalizer/usage_{year}{month}.html
    GET /lists/{word}/msg{n}.html
    GET /wap/index.wml
    GET /scripts/suche.dll?query={word}
    GET /nsf/presse.nsf/{hex}?OpenDocument
    `,
  ),
  visit(
    'links into a site that was a WordPress once',
    {
      on: ['blog.tallyho.example', 'www.harrow.example'],
      agents: [...BROWSERS, ...PHONES],
      answer: 404,
      pace: 5,
      clients: 12,
      picks: 5,
    },
    `
    GET /wp-content/uploads/{year}/{month}/{slug}.jpg
    GET /wp-content/uploads/{year}/{month}/{slug}-300x200.png
    GET /wp-content/uploads/{year}/{month}/{slug}.pdf
    GET /wp-content/themes/twentyseventeen/style.css?ver=4.9.{digit}
    GET /wp-content/themes/twentyseventeen/assets/images/header.jpg
    GET /wp-includes/js/jquery/jquery.js?ver=1.12.4
    GET /wp-includes/js/wp-embed.min.js?ver=4.9.{digit}
    GET /wp-content/plugins/jetpack/css/jetpack.css?ver=6.{digit}
    GET /{year}/{month}/{slug}/ 301
    GET /{year}/{month}/{slug}/amp/
    GET /{year}/{month}/{slug}/feed/
    GET /{year}/{month}/{slug}/?replytocom={n}
    GET /?p={n} 200
    GET /category/{word}/page/{digit}/
    GET /author/{word}/
    `,
  ),
  visit(
    'downloads that are there',
    {
      on: ['downloads.drehbank.example', 'data.feldforschung.example', 'mirror.fh-rhein.example'],
      agents: [...BROWSERS, 'Wget/1.24.5', 'curl/8.11.0', 'aria2/1.37.0'],
      pace: 5,
      clients: 24,
      picks: 3,
    },
    `
    GET /downloads/backup.zip
    GET /files/site.tar.gz
    GET /pub/database.sql.gz
    GET /pub/sample/dump.sql
    GET /examples/.env.example
    GET /examples/docker-compose.yml
    GET /configs/.htaccess
    GET /configs/nginx.conf
    GET /dotfiles/.vimrc
    GET /dotfiles/.bashrc
    GET /keys/id_rsa.pub
    GET /keys/release.pem
    GET /tools/phpinfo.zip
    GET /tools/shell.sh
    GET /install.sh
    GET /data/{year}/export_{word}.csv
    GET /data/{year}/{word}.sqlite
    HEAD /pub/{word}-{digit}.{digit}.tar.gz
    GET /pub/{word}-{digit}.{digit}.tar.gz.asc
    GET /pub/README
    GET /CHANGELOG.txt
    GET /LICENSE.txt
    GET /pub/?C=M;O=D
    GET /pub/old/ 403
    GET /backup/wikidump-{year}{month}01.xml.bz2
    GET /releases/passwords-manager-{digit}.{digit}.apk
    `,
  ),
  visit(
    'readers of articles about attacks',
    {
      on: ['blog.abwehr.example', 'kurse.volkshaus.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 10,
      picks: 4,
      clients: 14,
    },
    `
    GET /blog/{year}/what-is-.env-and-why-hide-it
    GET /blog/cve-2021-44228-log4shell-explained
    GET /blog/wp-login.php-brute-force
    GET /blog/the-story-of-xmlrpc.php
    GET /blog/phpmyadmin-hardening/
    GET /blog/path-traversal-etc-passwd
    GET /blog/eval-stdin.php-in-my-logs/
    GET /blog/union-select-for-beginners?utm_source=rss
    GET /blog/cgi-bin-history
    GET /tags/.git
    GET /tags/actuator
    GET /glossary/webshell
    GET /talks/shell.php-and-friends.pdf
    GET /slides/{year}/c99-r57-wso/index.html
    GET /img/blog/boaform-admin-formlogin.png
    GET /img/blog/wp-admin-screenshot-{digit}.png
    GET /blog/feed.xml
    GET /search/?q=.aws%2Fcredentials
    `,
  ),
] as const;
