// The sites of one hosting company, as its access log names them.

/** The addresses of the machine itself: scans of a network ask for these. */
export const BARE: readonly string[] = ['198.51.100.24', '198.51.100.25', 'vm2417.hostfarm.example'];

export const WORDPRESS: readonly string[] = ['www.baeckerei-lindner.example', 'blog.farawayhikes.example'];
export const WOO = 'shop.woolandthread.example';
export const JOOMLA = 'www.tsv-muehlbach.example';
export const DRUPAL = 'www.museum-am-hafen.example';
export const TYPO3 = 'www.hochschule-weser.example';
export const MAGENTO = 'www.leuchtenhaus.example';
export const LARAVEL = 'app.fleetdesk.example';
export const SYMFONY = 'www.reisebuero-sonne.example';
export const OLDPHP = 'www.autoteile-kern.example';
export const RAILS = 'tickets.openstage.example';
export const DJANGO = 'archiv.stadt-lohne.example';
export const SPRING = 'api.parcelo.example';
export const ASPNET = 'portal.nordassekuranz.example';
export const NEXT = 'www.greenkiosk.example';
export const SPA = 'app.taskorbit.example';
export const STATIC = 'www.anna-fotografiert.example';
export const DOCS = 'docs.gatelib.example';
export const PHPBB = 'forum.oldtimerfreunde.example';
export const DISCOURSE = 'community.homelabbers.example';
export const NEXTCLOUD = 'cloud.familie-berger.example';
export const GITLAB = 'git.werkstatt-it.example';
export const REST = 'api.weatherly.example';
export const MOBILE = 'mobile.bikeshare.example';
export const WIKI = 'wiki.brettspielkreis.example';
export const DOWNLOADS = 'download.openmapkit.example';
export const EXCHANGE = 'mail.kanzlei-roth.example';
export const NEWS = 'www.weserbote.example';

/** Sites without WordPress and without any PHP. */
export const PLAIN: readonly string[] = [STATIC, NEXT, DOCS, RAILS, DJANGO, NEWS];
/** Sites that answer what they do not have with 404. */
export const STRICT: readonly string[] = [...PLAIN, REST, SPRING, LARAVEL, OLDPHP, ...BARE];
